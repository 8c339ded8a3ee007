import type { Page } from "@playwright/test";
import { publishedDemo, publishedResults, publishedWorkload, seed } from "@headroom/demo";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";

const [least = 0, most = 0] = publishedWorkload.targets.value.map((target) => numbersOf(target).at(-1) ?? 0);
const ROUNDS = "/comparisons/rounds?service=recommendation-service&key=round&before=1&after=2";

test("the published demo shows its figures on every page, and no others", async ({ page, workspace }) => {
  test.slow();
  const { ingestToken, manageToken } = workspace;
  const urls: string[] = [];
  await seed(publishedDemo, { ingestUrl: product.ingestUrl, ingestToken, manageToken }, (run, posted) => {
    urls[publishedDemo.runs.indexOf(run)] = posted.run.url;
  });

  await page.goto(ROUNDS);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "As quoted: both pairs are better. 1 still misses its targets, 1 now holds. 6 experiments have no pair yet.",
  );
  const table = page.getByRole("table", { name: "First round to second round" });
  for (const { experiment } of publishedDemo.experiments) {
    const row = await table.getByRole("row", { name: experiment }).innerText();
    const shown = numbersOf(row.replaceAll(experiment, "").replaceAll(/[\d,.]+(x|%)/g, ""));
    const results = publishedResults.filter((result) => result.experiment === experiment);
    const figures = results.flatMap((one) => [one.requestsPerSecond.value, one.p99Millis.value]);
    expect(new Set(shown), experiment).toEqual(new Set(figures));
  }
  await expectReadable(page);

  for (const [at, { requestsPerSecond, p99Millis, remarks }] of publishedResults.entries()) {
    const [rate, p99] = [requestsPerSecond.value, p99Millis.value];
    await page.goto(urls[at] ?? "");
    await expect(page.getByText("Published: ")).toBeVisible();
    const shown = await figuresOn(page);
    for (const figure of [rate, p99]) expect(shown).toContain(figure);
    const derived = [least, most, Math.abs(rate - least), Math.abs(p99 - most)];
    const quoted = [requestsPerSecond.quote, ...remarks].flatMap(numbersOf);
    const allowed = [rate, p99, ...derived, ...quoted];
    expect(shown.filter((one) => !allowed.includes(one))).toEqual([]);
  }
});

/** Every throughput and latency on a page. */
async function figuresOn(page: Page): Promise<number[]> {
  const text = await page.getByRole("main").innerText();
  return [...text.matchAll(/([\d,.]*\d)\s*(?:ms|req\/s|requests)\b/g)].flatMap(([found]) => numbersOf(found));
}

function numbersOf(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) => Number(found.replaceAll(",", "")));
}
