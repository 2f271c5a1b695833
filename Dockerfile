# One stage, nothing to compile: npm brings the runtime, the database driver and the sandbox chain.
FROM node:24-bookworm-slim
WORKDIR /farebox
COPY package.json package-lock.json .npmrc run.mjs ./
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
# Fewer pools of the allocator: pictures would otherwise leave hundreds of megabytes behind.
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 4020
STOPSIGNAL SIGTERM
CMD ["node", "src/main.ts"]
