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
  serverExternalPackages: ["pg", "node-pg-migrate"],
  // Turbopack leaves it undefined in a bundle, and a path that is joined when a module loads would then throw.
  compiler: { defineServer: { "import.meta.dirname": "/not-in-a-bundle" } },
  // `npm run check` holds the types; a build of sources that were checked need not do it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
};

export default config;
