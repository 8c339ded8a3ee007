import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds on the page as it is now. */
export async function violationsOf(page: Page): Promise<string[]> {
  const options = {
    // What passed isn't looked at, and to describe it takes as long as to check it.
    resultTypes: ["violations"],
    // A violation is named by its HTML, and Headroom has no frames.
    selectors: false,
    iframes: false,
  };
  // It is half a megabyte, and stays until the page is left.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
