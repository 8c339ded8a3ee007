import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { productionPackages } from "./advisories.mjs";
import { root } from "./paths.mjs";

/** What packages have today. A new licence is a decision, not an update: check what it asks of those who pass Headroom on. */
const KNOWN = [
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT AND ISC AND BSD-3-Clause",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
];

const packages = productionPackages(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));

it("every package of an installation has a licence that is known", () => {
  const unknown = packages.filter(({ license }) => license === null || !KNOWN.includes(license));
  expect(unknown).toEqual([]);
});

it("docs/licences.md lists them (after a change: vitest --update)", async () => {
  const byLicence = Map.groupBy(packages, ({ license }) => license ?? "none");
  const sections = [...byLicence]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, listed]) => {
      const names = [...new Set(listed.map(({ name }) => name))].toSorted();
      return `## ${licence}\n\n${names.map((name) => `- \`${name}\``).join("\n")}\n`;
    });
  const intro = `# Licences

Headroom is under [Apache-2.0](../LICENSE). An installation also runs these packages, from the lock file. Some are only installed on one kind of machine. A test
keeps this list up to date and fails if a package brings a licence that is not on it yet.

`;
  await expect(`${intro}${sections.join("\n")}`).toMatchFileSnapshot(join(root, "docs", "licences.md"));
});
