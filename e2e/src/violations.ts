import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** `source` of the package is the one with comments: twice as long, and to load it takes longer than to run it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What axe finds on the page as it is now. */
export async function violationsOf(page: Page): Promise<string[]> {
  const options = {
    // What passed isn't looked at, and to describe it takes as long as to check it.
    resultTypes: ["violations"],
    // A violation is named by its HTML, and Headroom has no frames.
    selectors: false,
    iframes: false,
  };
  // It is two thirds of a megabyte, and stays until the page is left.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
