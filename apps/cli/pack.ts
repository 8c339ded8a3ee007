import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

const here = import.meta.dirname;
const root = join(here, "..", "..");

/** Node features the bundle uses that older versions lack: zstd in zlib, and `Map.groupBy`. */
const MIN_NODE = "22.15.0";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unpacked: { type: "boolean", default: false } },
});
/** Where the tarball goes, or with `--unpacked` what would be in it. */
const [folder = join(root, ".headroom")] = positionals;

const manifest: unknown = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const version = textOf(manifest, "version");

if (values.unpacked) await writePackage(folder);
else await packInto(folder);

async function packInto(to: string): Promise<void> {
  const staging = mkdtempSync(join(tmpdir(), "headroom-pack-"));
  try {
    await writePackage(staging);
    const packed = execFileSync("npm", ["pack", "--silent"], { cwd: staging, encoding: "utf8" }).trim();
    const target = join(to, `headroom-cli-${version}.tgz`);
    mkdirSync(to, { recursive: true });
    renameAcross(join(staging, packed), target);
    process.stdout.write(`${target}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function writePackage(to: string): Promise<void> {
  await bundle(to);
  writeFileSync(join(to, "bin.js"), launcher(), { mode: 0o755 });
  writeFileSync(join(to, "package.json"), JSON.stringify(published(), null, 2));
  copyFileSync(join(root, "LICENSE"), join(to, "LICENSE"));
}

/** `headroom.js` and what it only loads for one command, with everything they need: no other package is installed. */
async function bundle(dir: string): Promise<void> {
  const input = { headroom: join(here, "src", "main.ts") };
  // Our modules only define things, so a command leaves out those it doesn't use.
  const treeshake = { moduleSideEffects: [{ test: /^(?!.*node_modules)/, sideEffects: false }] };
  const build = await rolldown({ input, platform: "node", logLevel: "silent", treeshake });
  const names = { entryFileNames: "[name].js", chunkFileNames: "headroom-[name].js" };
  await build.write({ dir, format: "esm", minify: false, ...names });
  await build.close();
}

function published() {
  return {
    name: "headroom-cli",
    version,
    description: "Upload load-test results to Headroom.",
    license: textOf(manifest, "license"),
    type: "module",
    bin: { headroom: "bin.js" },
    files: ["bin.js", "headroom*.js", "LICENSE"],
    engines: { node: `>=${MIN_NODE}` },
  };
}

/** In syntax that any Node understands, so that one that is too old can say so. */
function launcher(): string {
  return `#!/usr/bin/env node
const least = "${MIN_NODE}".split(".").map(Number);
const own = process.versions.node.split(".").map(Number);
const older = own[0] < least[0] || (own[0] === least[0] && own[1] < least[1]);
if (older) {
  process.stderr.write("headroom: Node " + least.join(".") + " or later is required; this is " + process.versions.node + ".\\n");
  process.exit(2);
}
await import("./headroom.js");
`;
}

function textOf(value: unknown, name: string): string {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof text !== "string") throw new Error(`package.json has no ${name}`);
  return text;
}

/** The temporary folder may be on another disk. */
function renameAcross(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
