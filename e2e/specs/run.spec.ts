import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, expectReady, test, uploadTo } from "../src/fixtures.ts";
import { choose } from "../src/menu.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { newWorkspace } from "../src/product.ts";

const hostile = '<img src=x onerror="document.title=1">';
const body = jmeterResults({
  seconds: 120,
  perSecond: 40,
  labels: { "GET /search": 20, "POST /pay": 60, [hostile]: 30 },
  failedShare: 0.02,
  gap: { from: 60, to: 70 },
});
const targets = ["throughput >= 500/s", "p99 <= 2 s", "error rate <= 0.1%"];
const parameters = { environment: "shadow", commit: "a41f9c2d5e6f7a8b9c0d" };

async function chartsOf(page: Page) {
  await expect(page.getByRole("figure", { name: "Throughput" })).toBeVisible();
  await expect(page.getByRole("figure", { name: "Latency", exact: true })).toBeVisible();
}

test("the answer is in the HTML, before any script", async ({ upload, page, browser, session }) => {
  const { run, summary } = await upload({ experiment: "Peak mix", body, targets, parameters });
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: session });
  const plain = await context.newPage();
  await plain.goto(run.url);
  await expect(plain.getByRole("heading", { level: 1 })).toContainText(/Misses .*targets?\./);
  await expect(plain.getByRole("region", { name: "Targets" }).getByRole("listitem")).toHaveCount(3);
  await expect(plain.getByRole("table", { name: "Metrics" })).toContainText(
    summary.requests.toLocaleString("en-US"),
  );
  await expect(plain.getByRole("table", { name: "Labels" })).toContainText("GET /search");
  await context.close();

  await page.goto(run.url);
  await expect(page.getByText("a41f9c2", { exact: true })).toBeVisible();
  await expect(page.locator("time").first()).toHaveAttribute("title", /UTC$/);
});

test("a label that is HTML is shown as text", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await expect(page.getByRole("table", { name: "Labels" })).toContainText(hostile);
  expect(await page.title()).toContain("Peak mix");
});

test("labels are sorted and searched", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  const labels = page.getByRole("table", { name: "Labels" });
  const names = labels.locator("tbody th");
  await labels.getByRole("button", { name: "p99, ms" }).click();
  await expect(names.first()).toContainText("POST /pay");
  await labels.getByRole("button", { name: "p99, ms" }).click();
  await expect(names.first()).toContainText("GET /search");
  await expect(labels.locator('th[aria-sort="ascending"]')).toHaveText("p99, ms");
  await page.getByPlaceholder("Search labels").fill("pay");
  await expect(names).toHaveCount(1);
});

test("the charts share a crosshair, and are tables and files too", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  await chartsOf(page);
  const slider = page.getByRole("slider", { name: /, throughput$/ });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[data-crosshair]").first()).toBeVisible();
  await expect(slider).toHaveAttribute("aria-valuetext", /^0:01, .* requests per second, p99 .* ms$/);

  await page.getByRole("button", { name: "Throughput as a table" }).click();
  const table = page.getByRole("table", { name: "Throughput over time" });
  await expect(table.getByRole("row", { name: /^1:05/ })).toContainText("-");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Latency as CSV" }).click();
  const file = await (await download).path();
  expect(readFileSync(file, "utf8")).toMatch(/^offset_seconds,p50_ms,p90_ms,p99_ms,p99\.9_ms\r\n0,/);
});

test("how a percentile was made is one key away", async ({ upload, page }) => {
  const { run, proof } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 200 ms"] });
  await page.goto(run.url);
  const chip = page.getByRole("button", { name: `Proof grade ${proof.grade}. How this p99 was calculated` });
  await expectReady(page);
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("note")).toContainText("slower requests");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("note")).toBeHidden();
  await expect(chip).toBeFocused();
});

test("the theme is remembered, and painted by the server", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await choose(page, "account of", "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get(run.url)).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
});

test("another workspace's run is the same page as one that does not exist", async ({ page, request }) => {
  const foreign = await uploadTo(await newWorkspace(), request, { experiment: "Theirs", body });
  const pages: string[] = [];
  for (const id of ["01a1fe48-0000-7000-8000-000000000000", foreign.run.id, "not-an-id", "x".repeat(3_000)]) {
    const answer = await page.goto(`/runs/${id}`);
    expect(answer?.status()).toBe(404);
    pages.push(await page.getByRole("main").innerText());
  }
  expect(pages[0]).toContain("Page not found.");
  expect(new Set(pages).size).toBe(1);
  await expectAccessible(page);

  const runId = foreign.run.id;
  for (const [procedure, input] of Object.entries({
    "run.get": { runId },
    "run.window": { runId },
    "run.timeline": { runId, maxPoints: 100 },
    "run.labels": { runId },
    "run.slices": { runId, sliceSeconds: 60 },
    "run.heatmap": { runId },
    "run.sketch": { runId },
    "run.failures": { runId },
    "run.slowest": { runId },
    "run.gauges": { runId },
    "run.events": { runId },
    "run.comments": { runId },
  })) {
    const asked = encodeURIComponent(JSON.stringify({ json: input }));
    const answer = await page.request.get(`/api/trpc/${procedure}?input=${asked}`);
    expect(answer.status(), `${procedure}: ${await answer.text()}`).toBe(404);
  }
});

test("a run's page is accessible and as wide as the screen", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets, parameters });
  await page.goto(run.url);
  await chartsOf(page);
  await expectReadable(page);
});
