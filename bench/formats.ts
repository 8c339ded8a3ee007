/** How fast one core reads each format into cells, using its largest fixture repeatedly. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RunAggregation } from "@headroom/core";
import { formats } from "@headroom/formats";
import type { Format, ParseOptions } from "@headroom/formats";

const CHUNK = 65_536;
const LARGE_ENOUGH = 5_000;
const MILLIS_A_FORMAT = 1_500;

for (const format of formats) {
  if (format.role !== "run") continue;
  const file = largestFixture(format.id);
  if (file !== null && file.bytes.length >= LARGE_ENOUGH) measure(format, file);
}

interface BenchedFile {
  name: string;
  bytes: Uint8Array;
  /** Options that its parser needs. */
  options: ParseOptions;
}

function largestFixture(id: string): BenchedFile | null {
  const folder = join(import.meta.dirname, "..", "packages", "formats", "src", "file", id, "fixtures");
  const files = readdirSync(folder)
    .filter((name) => !name.endsWith(".truth.json"))
    .map((name) => ({ name, bytes: contentOf(join(folder, name)), options: optionsOf(join(folder, name)) }))
    .toSorted((a, b) => b.bytes.length - a.bytes.length);
  return files[0] ?? null;
}

function contentOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

function optionsOf(path: string): ParseOptions {
  const truth = JSON.parse(readFileSync(`${path.replace(/\.gz$/, "")}.truth.json`, "utf8")) as {
    options?: ParseOptions;
  };
  return truth.options ?? {};
}

function measure(format: Format, { name, bytes, options }: BenchedFile): void {
  let best = Infinity;
  let accepted = 0;
  for (const began = performance.now(); performance.now() - began < MILLIS_A_FORMAT;) {
    const from = performance.now();
    const run = new RunAggregation();
    const parser = format.open(run, options);
    for (let at = 0; at < bytes.length; at += CHUNK) {
      parser.write(bytes.subarray(at, at + CHUNK));
      run.drain();
    }
    accepted = parser.end().accepted;
    run.finish();
    best = Math.min(best, performance.now() - from);
  }
  console.log(
    `${format.id.padEnd(24)} ${(bytes.length / best / 1e3).toFixed(0).padStart(5)} MB/s ` +
      `${(accepted / best).toFixed(0).padStart(6)} k records/s  ${name}`,
  );
}
