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
  reactStrictMode: true,
  devIndicators: false,
  // Next keeps a copy of each body for the proxy, before our own limits see it. Files go to ingest, never through here.
  experimental: { proxyClientMaxBodySize: MEMBER_BODY_BYTES },
};

export default config;
