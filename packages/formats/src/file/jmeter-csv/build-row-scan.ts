/** Makes row-scan-bytes.ts of row-scan.wat: `node packages/formats/src/file/jmeter-csv/build-row-scan.ts`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import wabt from "wabt";

const FOLDER = import.meta.dirname;
const LINE = 104;

/** The source of row-scan-bytes.ts as row-scan.wat wants it. */
export async function rowScanSource(): Promise<string> {
  const compiler = await wabt();
  const text = await readFile(join(FOLDER, "row-scan.wat"), "utf8");
  const compiled = compiler.parseWat("row-scan.wat", text, { simd: true });
  const { buffer } = compiled.toBinary({});
  compiled.destroy();
  const base64 = Buffer.from(buffer).toString("base64");
  const lines = base64.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  return [
    "/** What row-scan.wat compiles to, by build-row-scan.ts. */",
    `export const ROW_SCAN_BYTES =`,
    lines.map((line) => `  "${line}"`).join(" +\n") + ";",
    "",
  ].join("\n");
}

if (import.meta.main) await writeFile(join(FOLDER, "row-scan-bytes.ts"), await rowScanSource());
