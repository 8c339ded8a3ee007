import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { checkFile } from "./src/layers/check-file.ts";
import type { Finding, Unit } from "./src/layers/check-file.ts";
import { checkManifest } from "./src/layers/check-manifest.ts";
import { house } from "./src/layers/house.ts";

const root = process.argv[2] ?? dirname(import.meta.dirname);
const notSource = new Set(["node_modules", ".next", ".turbo", "generated", "fixtures", "dist"]);

const units = findUnits();
const findings: Finding[] = [];
let files = 0;
for (const unit of units) {
  if (house[unit.name] === undefined) {
    findings.push({
      file: unit.folder,
      line: 1,
      rule: "layers",
      message: `${unit.name} has no place in the house`,
    });
  }
  const manifestFile = join(unit.folder, "package.json");
  findings.push(...checkManifest(unit, manifestFile, JSON.parse(readFileSync(manifestFile, "utf8"))));
  for (const file of sourcesUnder(unit.folder)) {
    files += 1;
    findings.push(...checkFile(unit, file, readFileSync(file, "utf8")));
  }
}

for (const { file, line, rule, message } of findings) {
  console.log(`${relative(root, file)}:${line} ${rule}: ${message}`);
}
console.log(`${units.length} packages, ${files} files, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;

function findUnits(): Unit[] {
  const parents = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => ({ name, folder: join(root, parent, name) })),
  );
  const single = ["e2e", "bench", "tooling"].map((name) => ({ name, folder: join(root, name) }));
  return [...parents, ...single].filter(({ folder }) => readdirSync(folder).includes("package.json"));
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notSource.has(entry.name) ? [] : sourcesUnder(path);
    return /\.(ts|tsx|mts|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}
