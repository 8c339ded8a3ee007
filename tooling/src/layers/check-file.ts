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
import { readSource } from "./read-source.ts";
import type { ImportPlace, Place, SourceFacts } from "./read-source.ts";
import { unreadErrors } from "./unread-errors.ts";
import { givesTypesToAll, isHomeless, mayEnter, roomOf, rooms } from "./rooms.ts";

export interface Unit {
  /** The name in the house: `core`, `web`, … */
  name: string;
  /** Its folder, absolute. */
  folder: string;
}

export interface Finding {
  file: string;
  line: number;
  rule: "layers" | "rooms" | "package-border" | "environment" | "sql" | "purity" | "unread-error";
  message: string;
}

type Report = (rule: Finding["rule"], place: Place, message: string) => void;

const scope = "@headroom/";

/** All rules over one file of one package or app. */
export function checkFile(unit: Unit, file: string, content: string): Finding[] {
  const facts = readSource(file, content);
  const isTest = isTestFile(file);
  const findings: Finding[] = [];
  const report: Report = (rule, place, message) => findings.push({ file, line: place.line, rule, message });

  for (const place of facts.imports) checkImport({ unit, file, isTest }, place, report);
  if (isTest) return findings;
  checkRooms(unit, file, facts.imports, report);
  checkContent(unit, file, facts, report);
  for (const place of unreadErrors(file, content))
    report("unread-error", place, `nobody would see that this fails: read the error of ${place.text}`);
  return findings;
}

function checkContent(unit: Unit, file: string, facts: SourceFacts, report: Report): void {
  if (!mayReadEnvironment(unit, file)) {
    for (const place of facts.environmentReads)
      report("environment", place, "only env.ts reads the environment; take the value as an argument");
  }
  if (!sqlHomes.includes(unit.name) && !sqlOfOthers.includes(unit.name)) {
    for (const place of facts.sql) report("sql", place, `SQL belongs in packages/db: "${place.text} …"`);
  }
  if (pure[unit.name] !== undefined) {
    for (const place of facts.clockReads)
      report("purity", place, `${unit.name} has no clock and no randomness: pass ${place.text} in`);
  }
}

export function mayImport(from: string, to: string, isTest: boolean): boolean {
  if (from === to) return true;
  const allowed = house[from] ?? [];
  return allowed.includes(to) || (isTest && (houseForTests[from] ?? []).includes(to));
}

interface Importer {
  unit: Unit;
  file: string;
  isTest: boolean;
}

function checkImport({ unit, file, isTest }: Importer, place: Place, report: Report): void {
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
    report("sql", place, `only packages/db uses ${packageName}`);
  }
  const outside = pure[unit.name];
  if (outside === undefined) return;
  if (isBuiltin(specifier)) report("purity", place, `${unit.name} does no I/O: ${specifier}`);
  else if (!outside.includes(packageName))
    report("purity", place, `${unit.name} may not import ${packageName}`);
}

/** A folder inside a package imports only from the floors below its own. */
function checkRooms(unit: Unit, file: string, imports: readonly ImportPlace[], report: Report): void {
  const own = rooms[unit.name];
  if (own === undefined) return;
  const path = pathIn(unit, file);
  const from = roomOf(own, path);
  if (isHomeless(own, path)) {
    report("rooms", { text: path, line: 1 }, `${dirname(path)} has no place in rooms.ts`);
  }
  if (from === null) return;
  for (const place of imports.filter(({ text }) => text.startsWith("."))) {
    const target = pathIn(unit, join(dirname(file), place.text));
    if (place.isTypeOnly && givesTypesToAll(own, target)) continue;
    const to = roomOf(own, target);
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
  return /\.test\.tsx?$|[/\\]testing[/\\]/.test(file);
}
