import { expect, expectReadable, test } from "../src/fixtures.ts";

/** What wrk prints at its end: figures of the whole run, and nothing over time. */
const report = `Running 8s test @ http://shop.example/product
  1 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     5.59ms    3.18ms  36.35ms   72.40%
    Req/Sec     1.49k   138.10     1.85k    71.25%
  Latency Distribution
     50%    4.78ms
     75%    7.00ms
     90%    9.44ms
     99%   16.19ms
  11847 requests in 8.01s, 6.32MB read
Requests/sec:   1478.33
Transfer/sec:    807.61KB
`;

test("a run of totals alone says why nothing is drawn, and how its figures are known", async ({
  upload,
  page,
}) => {
  const { run } = await upload({ experiment: "Totals", body: report, targets: ["p99 <= 200 ms"] });
  await page.goto(run.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.");
  await expect(page.getByText("This run has no time series.")).toBeVisible();
  await expect(page.locator(".recharts-surface")).toHaveCount(0);
  const figures = page.getByRole("table", { name: "Metrics" });
  await expect(figures.getByRole("row", { name: /^p95/ })).toContainText("9.44–16");
  await expect(page.getByText("the tool's own summary, as reported").last()).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Labels/ })).toHaveCount(0);
  await expect(page.getByText("Latency heatmap")).toHaveCount(0);
  await expect(page.getByText("Start assumed")).toBeVisible();
});

test("a run of totals is accessible and as wide as the screen", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Totals", body: report });
  await page.goto(run.url);
  await expect(page.getByText("This run has no time series.")).toBeVisible();
  await expectReadable(page);
});
