import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "..", "..");
const files = globSync("**/*.tsx", { cwd: source }).filter((file) => count(file, /\bdynamic\(/g) > 0);

function count(file: string, pattern: RegExp): number {
  return [...readFileSync(join(source, file), "utf8").matchAll(pattern)].length;
}

it("finds the parts that load later", () => expect(files).toContain("features/run/page/run-tabs.tsx"));

/*
 * If the page changes before a part that the server rendered has its scripts, React throws away the part's HTML, and
 * with it what was typed there.
 */
it.each(files)("leaves what loads later to the browser in %s", (file) => {
  expect(count(file, /\bssr: false\b/g)).toBe(count(file, /\bdynamic\(/g));
});
