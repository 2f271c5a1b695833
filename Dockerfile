# One stage, nothing to compile: npm brings the runtime, the database driver and the sandbox chain.
FROM node:24-bookworm-slim
WORKDIR /farebox
COPY package.json package-lock.json .npmrc run.mjs ./
COPY scripts/trim.ts scripts/
RUN npm ci --omit=dev && npm cache clean --force && node scripts/trim.ts image
COPY src ./src
COPY scripts ./scripts
COPY docs ./docs
COPY engine ./engine
RUN install -d -m 700 -o node -g node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache
VOLUME /data
EXPOSE 4020 9464
STOPSIGNAL SIGTERM
CMD ["node", "run.mjs", "src/main.ts"]
