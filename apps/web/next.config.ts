import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import { MEMBER_BODY_BYTES } from "./src/server/body-limit.ts";

const repository = join(import.meta.dirname, "../..");

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
  transpilePackages: [
    "@headroom/ui",
    "@headroom/core",
    "@headroom/contract",
    "@headroom/demo",
    "@headroom/services",
    "@headroom/db",
  ],
  serverExternalPackages: ["pg", "@resvg/resvg-js"],
  // Read by path, so no import leads to them.
  outputFileTracingIncludes: { "/share/*/picture": ["./fonts/*.ttf"] },
  // `npm run check` holds the types; a build of sources that were checked need not do it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Next compresses a response of a route only if its type was known before: figures over time are a sixth of their size then.
  headers: () =>
    Promise.resolve([
      { source: "/api/trpc/:path*", headers: [{ key: "content-type", value: "application/json" }] },
    ]),
  reactStrictMode: true,
  devIndicators: false,
  experimental: {
    // Next keeps a copy of each body for the proxy, before our own limits see it. Files go to ingest, never through here.
    proxyClientMaxBodySize: MEMBER_BODY_BYTES,
    // The standalone server is delivered without them, and they are most of what a build writes.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    // Writing it takes a quarter of a build, and only later builds gain. Most checkouts and images are built once.
    turbopackFileSystemCacheForBuild: existsSync(join(repository, ".headroom/web")),
  },
};

export default config;
