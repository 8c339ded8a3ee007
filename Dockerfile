# Two images from one file: `server` (ingest, migrations, provisioning) and `web`. They contain no secrets. Everything
# that differs between installations comes from the environment when a container starts.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    TURBO_TELEMETRY_DISABLED=1

# Copy the manifests first, so that packages are reinstalled only when one of them changes.
FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/ingest/package.json apps/ingest/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY packages/contract/package.json packages/contract/
COPY packages/core/package.json packages/core/
COPY packages/db/package.json packages/db/
COPY packages/demo/package.json packages/demo/
COPY packages/formats/package.json packages/formats/
COPY packages/local-db/package.json packages/local-db/
COPY packages/services/package.json packages/services/
COPY packages/ui/package.json packages/ui/
COPY tooling/package.json tooling/

FROM manifests AS sources
RUN npm ci --ignore-scripts --include=dev
COPY . .
RUN npm run generate --workspace @headroom/db

FROM sources AS web-build
RUN npm run build --workspace @headroom/web

FROM manifests AS server-packages
RUN npm ci --ignore-scripts --omit=dev --workspace @headroom/ingest --workspace @headroom/db

FROM base AS server
COPY --from=server-packages /app/node_modules node_modules
COPY --from=sources /app/package.json ./
COPY --from=sources /app/apps/ingest apps/ingest
COPY --from=sources /app/packages/contract packages/contract
COPY --from=sources /app/packages/core packages/core
COPY --from=sources /app/packages/db packages/db
COPY --from=sources /app/packages/demo packages/demo
COPY --from=sources /app/packages/formats packages/formats
COPY --from=sources /app/packages/services packages/services
# A volume mounted here gets the owner that writes to it.
RUN mkdir -p /var/lib/headroom/raw && chown node:node /var/lib/headroom/raw
USER 1000
# glibc keeps what large bodies took, unless it maps them. See docs/performance.md.
ENV HEADROOM_INGEST_HOST=0.0.0.0 \
    MALLOC_MMAP_THRESHOLD_=1048576
EXPOSE 4001
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4001/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/ingest/src/main.ts"]

FROM base AS web
COPY --from=web-build /app/apps/web/.next/standalone ./
# Next leaves it out of its standalone output.
COPY --from=web-build /app/apps/web/.next/static apps/web/.next/static
USER 1000
ENV HOSTNAME=0.0.0.0 \
    PORT=4000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/web/server.js"]
