import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { checkText } from "./src/words/check-text.ts";
import type { Passage } from "./src/words/check-text.ts";
import { readMarkdown } from "./src/words/read-markdown.ts";
import { readStrings } from "./src/words/read-strings.ts";

/* Refuses phrases that do not read as plain English, in the documentation and in the strings that people read. */
const root = process.argv[2] ?? dirname(import.meta.dirname);
const skipped = new Set([
  "node_modules",
  ".git",
  ".next",
  ".turbo",
  ".headroom",
  "generated",
  "fixtures",
  "dist",
]);

let files = 0;
let findings = 0;
for (const file of filesUnder(root)) {
  const path = relative(root, file);
  const read = readerOf(path);
  if (read === null) continue;
  files += 1;
  for (const { line, found, message } of read(path, readFileSync(file, "utf8")).flatMap(checkText)) {
    findings += 1;
    console.log(`${path}:${line} "${found}": ${message}`);
  }
}
console.log(`${files} files, ${findings} findings`);
process.exitCode = findings === 0 ? 0 : 1;

function readerOf(path: string): ((path: string, content: string) => Passage[]) | null {
  if (path.endsWith(".md")) return (_, content) => readMarkdown(content);
  if (!/^(?:apps|packages|tooling)\//.test(path) || !/\.(?:tsx?|mjs)$/.test(path)) return null;
  const isTest = /\.test\.\w+$|\/testing(?:[-/]|\.\w+$)/.test(path);
  return isTest || path.endsWith("/words/refused.ts") ? null : readStrings;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}
