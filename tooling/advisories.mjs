import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findInOsv, productionPackages, readAudit, readOsv } from "./src/advisories.mjs";
import { SetupFailure } from "./src/failure.mjs";
import { npmCommand } from "./src/npm.mjs";
import { root } from "./src/paths.mjs";
import { run } from "./src/processes.mjs";
import { runMain } from "./src/run-main.mjs";

/** @import { Finding } from "./src/advisories.mjs" */

const notChecked = 3;

/**
 * Lists known vulnerabilities of the packages that an installation runs: `npm run advisories`, or with a file of OSV
 * entries `npm run advisories -- --file FILE`. Exit code 0: none, 1: some, 3: nothing could be checked.
 */
await runMain(async () => {
  const packages = productionPackages(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const file = fileArgument();
  const entries = file === null ? null : entriesOf(file);
  const findings = entries === null ? await askRegistry() : findInOsv(entries, packages);
  if (findings === null) {
    console.log(`Nothing was checked: the npm registry has no list of advisories, or can't be reached.
Try again with a file of OSV entries: npm run advisories -- --file FILE`);
    return notChecked;
  }
  for (const { name, text } of findings) console.log(`${name}: ${text}`);
  const against = entries === null ? "the registry's advisories" : `the ${entries.length} entries of ${file}`;
  console.log(
    `Checked ${packages.length} packages against ${against}. Known vulnerabilities: ${findings.length}.`,
  );
  return findings.length === 0 ? 0 : 1;
});

/** @returns {string | null} */
function fileArgument() {
  const [option, file, ...rest] = process.argv.slice(2);
  if (option === undefined) return null;
  if (option === "--file" && file !== undefined && rest.length === 0)
    return resolve(process.env["INIT_CWD"] ?? process.cwd(), file);
  throw new SetupFailure("Unknown arguments.", "usage: npm run advisories [-- --file FILE]");
}

/** @param {string} file */
function entriesOf(file) {
  const entries = readOsv(readFileSync(file, "utf8"));
  if (entries !== null) return entries;
  throw new SetupFailure(
    `${file} has no OSV entries.`,
    "It has to contain one entry, a list of entries, or the response of an OSV server, as JSON.",
  );
}

/** @returns {Promise<Finding[] | null>} */
async function askRegistry() {
  const { command, args } = npmCommand();
  const audit = [...args, "audit", "--json", "--package-lock-only", "--omit=dev"];
  const { stdout } = await run(command, audit, { cwd: root, env: process.env, timeoutMillis: 120_000 });
  return readAudit(stdout);
}
