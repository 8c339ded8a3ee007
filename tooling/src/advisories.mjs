/**
 * @typedef {{ name: string, version: string }} Package
 * @typedef {{ name: string, text: string }} Finding
 *
 * An entry of an OSV database, as far as it is read here.
 *
 * @typedef {{ introduced?: string, fixed?: string, last_affected?: string }} OsvEvent
 * @typedef {{ package?: { ecosystem?: string, name?: string }, versions?: string[], ranges?: { type: string, events: OsvEvent[] }[] }} OsvAffected
 * @typedef {{ id: string, summary?: string, withdrawn?: string, affected?: OsvAffected[] }} OsvEntry
 *
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, devOptional?: boolean, license?: string }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lock
 */

const folder = "node_modules/";

/**
 * What an installation runs, from the lock file: without packages for development.
 *
 * @param {Lock} lock
 * @returns {(Package & { license: string | null })[]}
 */
export function productionPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, link, dev, devOptional, license }]) => {
    if (!path.includes(folder) || link || dev || devOptional || version === undefined) return [];
    return [
      { name: path.slice(path.lastIndexOf(folder) + folder.length), version, license: license ?? null },
    ];
  });
}

/**
 * Reads what `npm audit --json` printed. Null: it has no report, because the registry did not respond with advisories.
 *
 * @param {string} printed
 * @returns {Finding[] | null}
 */
export function readAudit(printed) {
  const report = parse(printed);
  if (report?.auditReportVersion === undefined || typeof report.vulnerabilities !== "object") return null;
  /** @type {{ name: string, via: (string | { title: string, url: string, severity: string })[] }[]} */
  const vulnerable = Object.values(report.vulnerabilities);
  return vulnerable.flatMap(({ name, via }) =>
    via.flatMap((one) =>
      typeof one === "string" ? [] : [{ name, text: `${one.title} (${one.severity}, ${one.url})` }],
    ),
  );
}

/**
 * Finds the packages that an advisory names: by version, or within a range. Withdrawn advisories don't count.
 *
 * @param {OsvEntry[]} entries
 * @param {Package[]} packages
 * @returns {Finding[]}
 */
export function findInOsv(entries, packages) {
  return entries.flatMap(({ id, summary, withdrawn, affected = [] }) =>
    withdrawn !== undefined
      ? []
      : packages
          .filter((one) => affected.some((described) => isAffected(described, one)))
          .map(({ name, version }) => ({ name, text: `${version}: ${summary ?? "no summary"} (${id})` })),
  );
}

/**
 * One entry, a list of them, or the answer of an OSV server. Null: it is none of these.
 *
 * @param {string} text
 * @returns {OsvEntry[] | null}
 */
export function readOsv(text) {
  const parsed = parse(text);
  const entries = parsed?.vulns ?? (Array.isArray(parsed) ? parsed : [parsed]);
  if (!Array.isArray(entries)) return null;
  return entries.every((entry) => typeof entry?.id === "string") ? entries : null;
}

/**
 * @param {OsvAffected} affected
 * @param {Package} candidate
 */
function isAffected({ package: named, versions = [], ranges = [] }, { name, version }) {
  if (named?.ecosystem !== "npm" || named.name !== name) return false;
  return (
    versions.includes(version) || ranges.some((range) => range.type === "SEMVER" && isWithin(range, version))
  );
}

/**
 * @param {{ events: OsvEvent[] }} range
 * @param {string} version
 */
function isWithin({ events }, version) {
  let inside = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === "0" || compare(version, introduced) >= 0)) inside = true;
    if (fixed !== undefined && compare(version, fixed) >= 0) inside = false;
    if (last !== undefined && compare(version, last) > 0) inside = false;
  }
  return inside;
}

/**
 * The order of semantic versions: a version with a suffix is before the one without.
 *
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (const at of [0, 1, 2]) {
    const difference = (first.numbers[at] ?? 0) - (second.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.suffix === second.suffix) return 0;
  if (first.suffix === "" || second.suffix === "") return first.suffix === "" ? 1 : -1;
  return first.suffix.localeCompare(second.suffix, "en", { numeric: true });
}

/** @param {string} version */
function partsOf(version) {
  const [core = "", ...suffix] = (version.split("+")[0] ?? "").split("-");
  return { numbers: core.split(".").map(Number), suffix: suffix.join("-") };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
