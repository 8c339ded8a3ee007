import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const FORMATS = new URL("../../../../packages/formats/src/file/", import.meta.url);

/** The first file of a format that a real tool wrote, by name. */
export function resultFile(format: string, named = ""): Buffer {
  const folder = new URL(`${format}/fixtures/`, FORMATS);
  const name = readdirSync(folder).find((file) => !file.endsWith(".truth.json") && file.startsWith(named));
  if (name === undefined) throw new Error(`${format} has no fixture "${named}"`);
  const bytes = readFileSync(new URL(name, folder));
  return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

export function utf16(text: string, order: "le" | "be", mark = true): Buffer {
  const bytes = Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}
