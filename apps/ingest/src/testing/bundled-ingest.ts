import { join } from "node:path";
import { rolldown } from "rolldown";
import { commandsFolder } from "./command-line.ts";

const SOURCES = join(import.meta.dirname, "..");
const ENTRIES = {
  main: "main.ts",
  "parse-worker": "upload/parse-worker.ts",
  "comparison-worker": "comparison/comparison-worker.ts",
  "cell-file-worker": "cell-file/cell-file-worker.ts",
  "demo-file-worker": "demo/demo-file-worker.ts",
  "quota-command": "quota-command.ts",
  // To read its types, Node would first have to load what strips them.
  "end-with-parent": "testing/end-with-parent.ts",
};

/** Large packages that ingest only loads when they are configured. */
const EXTERNAL = [/^@aws-sdk\//, "nodemailer"];

let bundled: Promise<string> | null = null;

/**
 * The ingest process, or one of its commands, in a few files. It has two thousand modules, and Node takes longer to find and
 * read those than it takes for everything else until the process listens. Made once in each worker.
 */
export async function bundledIngest(entry: keyof typeof ENTRIES = "main"): Promise<string> {
  bundled ??= bundle();
  return join(await bundled, `${entry}.mjs`);
}

async function bundle(): Promise<string> {
  const dir = join(commandsFolder(), "ingest");
  const input = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, join(SOURCES, path)]),
  );
  const build = await rolldown({
    input,
    platform: "node",
    logLevel: "silent",
    external: EXTERNAL,
    plugins: [
      { name: "workers", transform: (code) => code.replace(/(new Worker\(new URL\(".*?)\.ts"/g, '$1.mjs"') },
    ],
  });
  const names = { entryFileNames: "[name].mjs", chunkFileNames: "ingest-[name].mjs" };
  await build.write({ dir, format: "esm", ...names });
  await build.close();
  return dir;
}
