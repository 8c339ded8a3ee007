import { join } from "node:path";
import type { NextConfig } from "next";

const repository = join(import.meta.dirname, "../..");

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
  transpilePackages: [
    "@headroom/ui",
    "@headroom/core",
    "@headroom/contract",
    "@headroom/services",
    "@headroom/db",
  ],
  serverExternalPackages: ["pg"],
  // `npm run check` holds the types; a build of sources that were checked need not do it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
};

export default config;
