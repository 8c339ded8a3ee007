import type { Page } from "@playwright/test";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { quotedResults } from "../src/generic-summary.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

const PER_SECOND = 40;
const results = (typical: number, failedShare = 0) =>
  jmeterResults({ seconds: 40, perSecond: PER_SECOND, labels: { "GET /search": typical }, failedShare });
const file = (text: string) => ({ name: "results.jtl", mimeType: "text/csv", buffer: Buffer.from(text) });
const metrics = (page: Page) => page.getByRole("table", { name: "Metrics" });
const cost = (page: Page) => metrics(page).getByRole("row", { name: /^cost of 1M requests/ });

/** In dollars, as the page says it. */
async function costOn(page: Page): Promise<number> {
  const text = await cost(page).getByRole("cell").first().innerText();
  expect(text).toMatch(/^\$\d+\.\d\d$/);
  return Number(text.slice(1));
}

test("a price goes in with the upload, is changed on the run's page, and two prices are compared", async ({
  page,
  upload,
}) => {
  test.slow();
  await page.goto("/upload?service=Shop&experiment=Mix");
  await page.getByLabel("Choose result files").setInputFiles(file(results(20)));
  await page.getByText("Configuration, notes and price").click();
  await page.getByLabel("Price").fill("$4");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await expect(page.getByText("Expected an amount above 0", { exact: false })).toBeVisible();
  await page.getByLabel("Price").fill("3.60 USD/h");
  await page.getByLabel("Simulated").check();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Simulated", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("$3.60/h", { exact: true })).toBeVisible();
  expect(await costOn(page)).toBeCloseTo(0.001 / PER_SECOND / 1e-6, -1);
  await expect(
    page.getByText("Costs are computed: $3.60/h, divided by what succeeded in that time."),
  ).toBeVisible();
  const first = page.url().split("/").at(-1) ?? "";
  const before = await costOn(page);

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem").filter({ hasText: "configuration and notes" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Price")).toHaveValue("3.6 USD/h");
  await dialog.getByLabel("Price").fill("0 USD/h");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("expected an amount above 0", { exact: false })).toBeVisible();
  await dialog.getByLabel("Price").fill("7.20 USD/h");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("$7.20/h", { exact: true })).toBeVisible();
  expect((await costOn(page)) / before).toBeCloseTo(2, 1);
  await expectReadable(page);

  const parameters = { price: "14.40 USD/h", simulated: "true" };
  const second = await upload({ experiment: "Mix", body: results(20), parameters });
  const other = { price: "1 EUR/h", simulated: "true" };
  const euros = await upload({ experiment: "Mix", body: results(21), parameters: other });
  await page.goto(`/comparisons?runs=${first},${second.run.id},${euros.run.id}`);
  const row = page.getByRole("table", { name: "Figures" }).getByRole("row", { name: /^Cost of 1M requests/ });
  await expect(row).toContainText("+100%");
  await expect(row).toContainText("USD and EUR");
  await expect(row).toContainText(/regressed|differs/i, { timeout: 45_000 });
  await expectReadable(page);
});

test("failures cost more, an outage has no cost, and a source without failures says at least", async ({
  page,
  upload,
}) => {
  const parameters = { price: "0.001 USD/s" };
  const of = async (experiment: string, body: string) => {
    await page.goto((await upload({ experiment, body, parameters })).run.url);
  };
  await of("Calm", results(20));
  const calm = await costOn(page);
  await of("Failing", results(20, 0.5));
  expect((await costOn(page)) / calm).toBeGreaterThan(1.8);
  await of("Outage", results(20, 1));
  await expect(cost(page)).toHaveCount(0);
  await expect(page.getByText("There is no cost of a million requests. None succeeded.")).toBeVisible();
  await of("Quoted", quotedResults({ requestsPerSecond: 1_000, percentiles: { p99: 100 } }));
  await expect(cost(page).getByRole("cell").first()).toHaveText("≥ $1.00");
});
