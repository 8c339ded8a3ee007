import { isBuiltin } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import {
  environmentReaders,
  house,
  houseForTests,
  pure,
  sqlDrivers,
  sqlHomes,
  sqlOfOthers,
} from "./house.ts";
import { readSource, type Place } from "./read-source.ts";
import { isHomeless, mayEnter, roomOf, rooms } from "./rooms.ts";

export interface Unit {
  /** The name in the house: `core`, `web`, … */
  name: string;
  /** Its folder, absolute. */
  folder: string;
}

export interface Finding {
  file: string;
  line: number;
  rule: "layers" | "rooms" | "package-border" | "environment" | "sql" | "purity";
  message: string;
}

const scope = "@headroom/";

/** All rules over one file of one package or app. */
export function checkFile(unit: Unit, file: string, content: string): Finding[] {
  const facts = readSource(file, content);
  const isTest = isTestFile(file);
  const findings: Finding[] = [];
  const report = (rule: Finding["rule"], place: Place, message: string) =>
    findings.push({ file, line: place.line, rule, message });

  for (const place of facts.imports) checkImport(unit, file, isTest, place, report);
  if (!isTest) checkRooms(unit, file, facts.imports, report);
  if (!isTest && !mayReadEnvironment(unit, file)) {
    for (const place of facts.environmentReads) {
      report("environment", place, "the environment is read in env.ts alone; take the value as an argument");
    }
  }
  if (!isTest && !sqlHomes.includes(unit.name) && !sqlOfOthers.includes(unit.name)) {
    for (const place of facts.sql) report("sql", place, `SQL lives in packages/db: "${place.text} …"`);
  }
  if (!isTest && pure[unit.name] !== undefined) {
    for (const place of facts.clockReads) {
      report("purity", place, `${unit.name} has no clock and no chance: ${place.text} is passed in`);
    }
  }
  return findings;
}

export function mayImport(from: string, to: string, isTest: boolean): boolean {
  if (from === to) return true;
  const allowed = house[from] ?? [];
  return allowed.includes(to) || (isTest && (houseForTests[from] ?? []).includes(to));
}

function checkImport(
  unit: Unit,
  file: string,
  isTest: boolean,
  place: Place,
  report: (rule: Finding["rule"], place: Place, message: string) => void,
): void {
  const specifier = place.text;
  if (specifier.startsWith(".")) {
    const target = relative(unit.folder, join(dirname(file), specifier));
    if (target.startsWith(`..${sep}`)) report("package-border", place, `${specifier} leaves the package`);
    return;
  }
  if (specifier.startsWith(scope)) {
    const target = specifier.slice(scope.length).split("/")[0] ?? "";
    if (!mayImport(unit.name, target, isTest)) {
      report("layers", place, `${unit.name} may not import ${target}`);
    }
    return;
  }
  if (isTest) return;
  const packageName = packageOf(specifier);
  if (sqlDrivers.includes(packageName) && !sqlHomes.includes(unit.name)) {
    report("sql", place, `${packageName} is used by packages/db alone`);
  }
  const outside = pure[unit.name];
  if (outside === undefined) return;
  if (isBuiltin(specifier)) report("purity", place, `${unit.name} does no I/O: ${specifier}`);
  else if (!outside.includes(packageName)) report("purity", place, `${unit.name} leans on ${packageName}`);
}

/** A folder inside a package imports only from the floors below its own. */
function checkRooms(
  unit: Unit,
  file: string,
  imports: readonly Place[],
  report: (rule: Finding["rule"], place: Place, message: string) => void,
): void {
  const own = rooms[unit.name];
  if (own === undefined) return;
  const path = pathIn(unit, file);
  const from = roomOf(own, path);
  if (isHomeless(own, path)) {
    report("rooms", { text: path, line: 1 }, `${dirname(path)} has no place in rooms.ts`);
  }
  if (from === null) return;
  for (const place of imports.filter(({ text }) => text.startsWith("."))) {
    const to = roomOf(own, pathIn(unit, join(dirname(file), place.text)));
    if (to !== null && !mayEnter(own, from, to)) report("rooms", place, `${from} may not import ${to}`);
  }
}

function pathIn(unit: Unit, file: string): string {
  return relative(unit.folder, file).split(sep).join("/");
}

function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

function mayReadEnvironment(unit: Unit, file: string): boolean {
  return environmentReaders.includes(unit.name) || /(^|[/\\])(env\.ts|[\w-]+\.config\.(ts|mjs))$/.test(file);
}

function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|(^|[/\\])testing(-[\w-]+)?\.ts$|[/\\]testing[/\\]/.test(file);
}
