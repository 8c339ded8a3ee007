import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { choose } from "../src/menu.ts";

test("a page whose reading takes longer than its pause shows what it reads", async ({ upload, page }) => {
  const body = jmeterResults({ seconds: 120, perSecond: 100, labels: { "GET /search": 20 } });
  const { run } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 200 ms"] });
  await page.route(/[?&]_rsc=/, async (route) => {
    await delay(4_000);
    await route.continue();
  });
  await page.goto(run.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.", { timeout: 30_000 });
});

test("what is typed while the page is read again stays", async ({ upload, page }) => {
  const labels = { "GET /search": 20, "POST /pay": 40 };
  const body = jmeterResults({ seconds: 120, perSecond: 100, labels });
  const { run } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 200 ms"] });
  const readings: string[] = [];
  await page.route(/[?&]_rsc=/, async (route) => {
    readings.push(new URL(route.request().url()).search);
    await delay(2_000);
    await route.continue();
  });
  await page.goto(run.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.", { timeout: 30_000 });
  const table = page.getByRole("table", { name: "Labels" });
  await table.getByRole("button", { name: "p99, ms" }).click();
  await choose(page, "More", /Set as baseline/);
  await expect.poll(() => readings.filter((query) => query.includes("sort")).length).toBeGreaterThan(0);
  await page.getByPlaceholder("Search labels").fill("pay");
  await expect(table.locator("tbody th")).toHaveCount(1);
  await expect(page.getByText("Baseline", { exact: true })).toBeVisible();
  await expect(page.getByPlaceholder("Search labels")).toHaveValue("pay");
});
