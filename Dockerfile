# One stage, nothing to compile: npm brings the runtime, the database driver and the sandbox chain.
FROM node:24-bookworm-slim
WORKDIR /farebox
COPY package.json package-lock.json .npmrc run.mjs ./
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
# A fixed threshold lets the allocator give back what pictures took; run.mjs sets the same.
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 4020
STOPSIGNAL SIGTERM
CMD ["node", "src/main.ts"]
