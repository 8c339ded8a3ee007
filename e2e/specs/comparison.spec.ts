import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, expectReady, test } from "../src/fixtures.ts";
import { quotedResults } from "../src/generic-summary.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { choose } from "../src/menu.ts";

const targets = ["throughput >= 50000/s", "p99 <= 200 ms"];
const published = {
  before: quotedResults({ requestsPerSecond: 14_010, percentiles: { p99: 1_400 } }),
  after: quotedResults({ requestsPerSecond: 40_269, percentiles: { p99: 240 } }),
};
const measured = (typical: number, more: Record<string, number> = {}) =>
  jmeterResults({ seconds: 40, perSecond: 40, labels: { "GET /search": typical, "POST /pay": 60, ...more } });
/** As transferred; the charts are a quarter of it. */
const MOST_SCRIPT_BYTES = 400_000;
const HOSTILE = `<img src=x onerror=alert(1)> ${"label ".repeat(20)}\u202Eabc 🛒`;

test("published figures are compared as quoted", async ({ page, upload }) => {
  const a = await upload({ experiment: "200k distinct", body: published.before, targets });
  const b = await upload({ experiment: "200k distinct", body: published.after, targets });
  await page.goto(`/comparisons?runs=${a.run.id},${b.run.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Run 2 compared with run 1, as quoted: p99 −83%, throughput +187%.",
  );
  const figures = page.getByRole("table", { name: "Figures" });
  const throughput = figures.getByRole("row", { name: /^Throughput/ });
  await expect(throughput).toContainText("14,010 → 40,269");
  await expect(throughput).toContainText("2.87x more");
  await expect(throughput).toContainText("+187%");
  const p99 = figures.getByRole("row", { name: /^p99 / });
  await expect(p99).toContainText("5.83x faster");
  await expect(p99).toContainText("−82.9%");
  await expect(p99).toContainText("Missed");
  await expect(page.getByText("Compared as quoted.")).toBeVisible();
  // Neither intervals nor anything over time is known, so nothing is there for them.
  await expect(page.getByRole("region", { name: "Evidence" })).toHaveCount(0);
  await expect(figures.getByRole("columnheader", { name: "95% interval" })).toHaveCount(0);
});

test("how sure a change is comes after the figures", async ({ page, upload }) => {
  test.slow();
  const a = await upload({ experiment: "Mix", body: measured(20) });
  const b = await upload({ experiment: "Mix", body: measured(80) });
  const heading = page.getByRole("heading", { level: 1 });
  const asked = /comparison\.statistics/;
  // Nobody has asked for this order yet, and nobody gets the answer.
  await page.route(asked, () => new Promise(() => undefined));
  await page.goto(`/comparisons?runs=${b.run.id},${a.run.id}`);
  await expect(heading).toContainText("Checking whether the difference is more than noise.");
  await expect(heading).toContainText("Still resampling the runs");
  await page.unroute(asked);

  await page.goto(`/comparisons?runs=${a.run.id},${b.run.id}&view=figures`);
  const p50 = page.getByRole("table", { name: "Figures" }).getByRole("row", { name: /^p50/ });
  await expect(p50).toContainText("slower");
  const verdict = /Slower|Differs|No detectable change|Not tested/;
  await expect(p50).toContainText(verdict, { timeout: 45_000 });
  await expect(heading).not.toContainText("Checking");
  await expect(heading).not.toContainText("Still resampling");

  // On a phone, nobody has to scroll sideways for it.
  await page.setViewportSize({ width: 390, height: 844 });
  const first = page.getByRole("region", { name: "Figures side by side" }).getByText(verdict).first();
  const box = await first.boundingBox();
  expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("places stay when a run is taken out, and the next one takes its place", async ({ page, upload }) => {
  test.slow();
  const ids: string[] = [];
  for (const typical of [20, 22, 24]) {
    ids.push((await upload({ experiment: "Mix", body: measured(typical) })).run.id);
  }
  await page.goto(`/comparisons?runs=${ids.join(",")}`);
  const runs = page
    .getByRole("region", { name: "Compared runs" })
    .getByRole("listitem", { name: /^Run \d$/ });
  await expect(runs).toHaveCount(3);
  await choose(page, "Actions for run 2", "Remove");
  await expect(runs).toHaveCount(2);
  expect(page.url()).toContain(`runs=${ids[0]},,${ids[2]}`);
  await page.reload();
  await expect(runs.last()).toContainText("Run 3");

  await page.getByRole("button", { name: "Add a run" }).click();
  await page.getByRole("button", { name: "Add run 2 of Mix" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(runs.nth(1)).toContainText("Run 2");
});

test("the reference and the sides change, by keyboard", async ({ page, upload }) => {
  const a = await upload({ experiment: "Mix", body: published.before });
  const b = await upload({ experiment: "Mix", body: published.after });
  await page.goto(`/comparisons?runs=${a.run.id},${b.run.id}`);
  const throughput = page.getByRole("table", { name: "Figures" }).getByRole("row", { name: /^Throughput/ });
  await expect(throughput).toContainText("2.87x");
  await expectReady(page);
  await page.getByRole("button", { name: "Actions for run 2" }).press("Enter");
  await page.getByRole("menuitem", { name: "Use as reference" }).press("Enter");
  await expect(throughput).toContainText("2.87x less");
  await expect(page).toHaveURL(new RegExp(`ref=${b.run.id}`));
  await page.getByRole("button", { name: "Swap sides" }).press("Enter");
  await expect(page.getByRole("listitem", { name: /^Run \d$/ }).first()).toContainText("Run 2");
});

test("new and vanished labels are said, and names are text", async ({ page, upload }) => {
  const a = await upload({ experiment: "Mix", body: measured(20, { "GET /old": 30 }) });
  const b = await upload({ experiment: "Mix", body: measured(20, { [HOSTILE]: 30 }) });
  await page.goto(`/comparisons?runs=${a.run.id},${b.run.id}&view=labels&metric=p50`);
  const labels = page.getByRole("table", { name: "p50 of the labels" });
  await expect(labels.getByRole("row", { name: /GET \/old/ })).toContainText("Vanished");
  await expect(labels.getByRole("row", { name: /onerror/ })).toContainText("New");
  await expect(labels.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

test("a run that is not there is said, and the others are compared", async ({ page, upload }) => {
  const a = await upload({ experiment: "Mix", body: published.before });
  const b = await upload({ experiment: "Mix", body: published.after });
  const gone = "01990000-0000-7000-8000-000000000000";
  await page.goto(`/comparisons?runs=${a.run.id},${gone},${b.run.id}`);
  await expect(page.getByText("1 of the 3 runs isn't available.")).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Run 2" })).toContainText("Run 2");
  await page.goto(`/comparisons?runs=${a.run.id},${gone}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Choose a second run.");
  await expect(page.getByText("1 of the 2 runs isn't available.")).toBeVisible();
  await page.goto("/comparisons?runs=nonsense,%3Cb%3E");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Choose two runs.");
});

test("a service can be compared first round against second", async ({ page, upload }) => {
  test.slow();
  const rounds: readonly (readonly [string, string, number, number])[] = [
    ["200k distinct", "1", 14_010, 1_400],
    ["200k distinct", "2", 40_269, 240],
    ["campaign", "1", 16_831, 410],
    ["campaign", "2", 258_640, 75],
    ["complex", "1", 23_938, 510],
  ];
  for (const [experiment, round, requestsPerSecond, p99] of rounds) {
    const body = quotedResults({ requestsPerSecond, percentiles: { p99 } });
    await upload({ experiment, body, targets, parameters: { configuration: `round=${round}` } });
  }
  await page.goto("/comparisons");
  await page.getByRole("link", { name: "Compare two rounds" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Choose two rounds.");
  await page.getByLabel("Service").selectOption("shop");
  await page.getByRole("button", { name: "Compare rounds" }).click();
  await expect(page).toHaveURL(/service=shop/);
  const sentence = page.getByRole("heading", { level: 1 });
  await expect(sentence).toHaveText(
    "By the tools' own figures, both pairs are better. 1 still misses its targets, 1 now meets its targets. 1 experiment has no pair yet.",
  );
  const table = page.getByRole("table", { name: "First round to second round" });
  const row = table.getByRole("row", { name: /200k distinct/ });
  for (const words of ["2.87x", "+187%", "5.83x faster", "−82.9%", "Still missed"])
    await expect(row).toContainText(words);
  await expect(table.getByRole("row", { name: /complex/ })).toContainText("No second run");
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page).toHaveTitle("Run 1 → 2: 200k distinct · Headroom");
  await expect(page.getByRole("listitem", { name: "Run 2" })).toBeVisible();
});

test("a comparison is accessible and as wide as the screen, whatever its names", async ({ page, upload }) => {
  test.slow();
  const ids: string[] = [];
  for (const typical of [20, 22, 24]) {
    const body = measured(typical, { [HOSTILE]: 40 });
    ids.push((await upload({ experiment: HOSTILE, body, targets: ["p99 <= 2 s"] })).run.id);
  }
  for (const view of ["figures", "labels"]) {
    await page.goto(`/comparisons?runs=${ids.join(",")}&view=${view}`);
    await expect(page.getByRole("slider").first()).toBeVisible({ timeout: 30_000 });
    await expectReadable(page);
  }
});

test("the only run of an address is compared with the one before it, whatever came out of it", async ({
  page,
  upload,
}) => {
  const missed = ["p99 <= 1 ms"];
  const a = await upload({ experiment: "Mix", body: measured(20), targets: missed });
  const b = await upload({ experiment: "Mix", body: measured(20), targets: missed });
  await page.goto(`/comparisons?runs=${b.run.id}`);
  await expect(page).toHaveURL(new RegExp(`runs=${a.run.id},${b.run.id}`));
  await page.goto(`/comparisons?runs=${a.run.id}`);
  await expect(page).toHaveURL(new RegExp(`runs=${a.run.id},${b.run.id}`));
  const compared = page.getByRole("region", { name: "Compared" });
  await page.goto(b.run.url);
  await expect(compared).toContainText("vs run 1, before it");
  await expect(compared).toContainText(/p99\s*\d+ → \d+/);
  await compared.getByRole("link", { name: "Compare with run 1, before it" }).click();
  await expect(page.getByRole("listitem", { name: "Run 2" })).toBeVisible();
});

test("six runs are rows in the order in which they ran, with one highlighted", async ({ page, upload }) => {
  test.slow();
  const ids: string[] = [];
  for (const typical of [20, 21, 20, 60, 61, 60]) {
    ids.push((await upload({ experiment: "Mix", body: measured(typical), targets: ["p99 <= 2 s"] })).run.id);
  }
  await page.goto(`/comparisons?runs=${ids.join(",")}`);
  const table = page.getByRole("table", { name: "Runs" });
  await expect(table.getByRole("rowheader")).toHaveText([
    /Run 1.*reference/,
    ...[2, 3, 4, 5, 6].map((number) => `Run ${number}`),
  ]);
  await expect(page.getByRole("slider").first()).toBeVisible({ timeout: 30_000 });
  await table.getByRole("link", { name: "Run 2" }).focus();
  const evidence = page.getByRole("region", { name: "Evidence" });
  await expect(evidence).toContainText("run 2");
  await page.keyboard.press("ArrowDown");
  await expect(table.getByRole("link", { name: "Run 3" })).toBeFocused();
  await expect(evidence).toContainText("run 3");
  const current = table.locator("tr[aria-current]");
  await expect(current).toContainText("Run 3");
  await evidence.getByRole("slider", { name: "p99 by run" }).press("ArrowRight");
  await expect(current).toContainText("Run 4");
  await evidence.getByRole("slider", { name: /^Time in the run/ }).press("ArrowUp");
  await expect(current).not.toContainText("Run 4");
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Checking", { timeout: 60_000 });
  await expectReadable(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectReadable(page);
});

test("a comparison loads few scripts, and what it asks for afterwards is compressed", async ({
  page,
  upload,
}) => {
  const a = await upload({ experiment: "Mix", body: measured(20) });
  const b = await upload({ experiment: "Mix", body: measured(22) });
  const asked: Promise<string | undefined>[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("/api/trpc/"))
      asked.push(
        request.response().then(async (response) => (await response?.allHeaders())?.["content-encoding"]),
      );
  });
  const scripts = await scriptBytes(page);
  await page.goto(`/comparisons?runs=${a.run.id},${b.run.id}`);
  await expect(page.getByRole("slider").first()).toBeVisible({ timeout: 30_000 });
  await page.waitForLoadState("networkidle");
  const below = page.getByRole("region", { name: "Percentiles and errors" });
  await below.scrollIntoViewIfNeeded();
  await expect(below.getByRole("slider").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["gzip"]));
  const loaded = scripts();
  expect(loaded).toBeGreaterThan(100_000);
  expect(loaded).toBeLessThan(MOST_SCRIPT_BYTES);
});

/** How many bytes of scripts arrived so far, as they were sent. */
async function scriptBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  // Other tests have loaded them before.
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return () => bytes;
}
