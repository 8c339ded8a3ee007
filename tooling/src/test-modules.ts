import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Rolldown from "rolldown/utils";
import { root } from "./paths.mjs";

const require = createRequire(import.meta.url);

/** Next gives the servers' modules an empty one; anywhere else it throws. */
const serverOnly = pathToFileURL(join(root, "node_modules/server-only/empty.js")).href;

// Node reads the sources itself, as it does for ingest. What only Next can read is read here.
registerHooks({
  resolve(specifier, context, next) {
    return specifier === "server-only" ? { url: serverOnly, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const { pathname } = new URL(url);
    if (!pathname.endsWith(".tsx")) return next(url, context);
    const file = fileURLToPath(url);
    // Loaded by the first such file, because worker threads register these hooks, too, and need none of it.
    const { transformSync }: typeof Rolldown = require("rolldown/utils");
    const { code, errors } = transformSync(file, readFileSync(file, "utf8"));
    if (errors.length > 0)
      throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join(", ")}`);
    return { format: "module", source: code, shortCircuit: true };
  },
});
