import { HOUR_MILLIS, HOUR_SECONDS } from "@headroom/core";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { letHoursPass } from "../src/passed-time.ts";
import { createPeakDay, sendStretch } from "../src/peak-day.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";

const TARGET = "p99 <= 200 ms";

async function saveExperiment(
  { manageToken }: JourneyWorkspace,
  request: APIRequestContext,
  targets: readonly string[] = [TARGET],
) {
  const answer = await request.put(`${product.ingestUrl}/v1/experiments`, {
    headers: { authorization: `Bearer ${manageToken}` },
    data: { service: "Shop", experiment: "Distinct", representsPeak: true, targets },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const SECONDS = 400;

/** JMeter's CSV of a run that began so many hours ago: so many requests a second, which all take the same time. */
function runOf(hoursAgo: number, perSecond: number, millis: number) {
  const start = Math.floor(Date.now() / 1_000) * 1_000 - hoursAgo * HOUR_MILLIS;
  const rows = Array.from({ length: SECONDS * perSecond }, (_, at) => {
    const begin = start + Math.floor((at * 1_000) / perSecond);
    return `${begin},${millis},GET /cart,200,OK,t 1-1,true,512`;
  });
  const header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes";
  return { experiment: "Distinct", body: [header, ...rows].join("\n") };
}

const verdictOf = (page: Page) => page.getByRole("heading", { level: 1 });

test("a peak day is not ready, then at risk with an accepted risk, then ready", async ({
  page,
  request,
  workspace,
  upload,
}) => {
  test.slow();
  await saveExperiment(workspace, request);
  await upload(runOf(3, 15, 240));
  const more = { expectedPeak: 4, expectedSource: "Forecast" };
  const day = await createPeakDay(workspace, request, { name: "Big sale", inHours: 48, more });

  await page.goto(`/peak-days/${day}/readiness`);
  await expect(verdictOf(page)).toContainText("Not ready");
  await expect(verdictOf(page)).toContainText("1 of 1 experiment that represents the peak has no proof");
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("4.00");
  await expect(figures).toContainText("No proof");
  await expect(figures).toContainText("Unproven");
  const risks = page.getByRole("region", { name: "Accepted risks" });
  await expect(risks).toContainText("run 1 missed p99 ≤ 200 ms (240 ms). Nobody has accepted this.");
  await expectReadable(page);

  await page.getByRole("button", { name: /^Accept the risk of Distinct, p99 [≤<]/ }).click();
  const dialog = page.getByRole("dialog");
  const accept = dialog.getByRole("button", { name: "Accept the risk" });
  await expect(accept).toBeDisabled();
  await dialog.getByLabel("Why it's acceptable").fill("Four times the load that we expect.");
  await expectAccessible(page);
  const tomorrow = new Date(Date.now() + 24 * HOUR_MILLIS).toISOString().slice(0, 16);
  await dialog.getByLabel("Accepted until").fill(tomorrow);
  await accept.click();
  await expect(verdictOf(page)).toContainText("At risk");
  await expect(verdictOf(page)).toContainText(
    "Tests measured 3.75x the expected peak, with an accepted risk. 1.5x is required. One thing puts that at risk.",
  );
  await expect(page.getByRole("main")).toContainText("which ends before the peak day is over");
  await expect(figures).toContainText("15.0");
  await expect(figures).toContainText("missed p99 ≤ 200 ms (240 ms), accepted");
  await expect(figures).toContainText("3.75x");
  await expect(risks).toContainText("Four times the load that we expect.");
  await expectReadable(page);

  await page.getByRole("button", { name: /^Revoke the risk of Distinct, p99 [≤<]/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(verdictOf(page)).toContainText("Not ready");
  await expect(risks).toContainText("It no longer counts.");

  await upload(runOf(1, 12, 150));
  await page.reload();
  await expect(verdictOf(page)).toContainText("Ready");
  await expect(verdictOf(page)).toContainText("Tests have proven 3.00x the expected peak. 1.5x is required.");
  await expect(figures).toContainText("12.0");
  await expect(figures).toContainText("3.00x");
  const evidence = page.getByRole("table", { name: "Evidence" }).getByRole("row", { name: /Distinct/ });
  await expect(evidence).toContainText("15.0 → 12.0");
  await expect(evidence).toContainText("240 → 150");
  await expectReadable(page);
});

test("the report of a coming day forecasts what fails, as far as tests have been", async ({
  page,
  request,
  workspace,
  upload,
}) => {
  test.slow();
  await saveExperiment(workspace, request);
  await upload(runOf(3, 15, 150));
  const earlier = await createPeakDay(workspace, request, { name: "Last sale", inHours: -8_760 });
  const start = Math.floor(Date.now() / HOUR_MILLIS - 8_760) * HOUR_SECONDS;
  const rows = [4, 8, 12, 8, 4, 4].map((rate, hour) => `${start + hour * HOUR_SECONDS},${rate}`);
  const curve = await request.post(
    `${product.ingestUrl}/v1/peak-days/${earlier}/curve?unit=per-second&file=last.csv`,
    {
      headers: { authorization: `Bearer ${workspace.manageToken}` },
      data: ["time,requests", ...rows].join("\n"),
    },
  );
  expect(curve.ok(), await curve.text()).toBe(true);
  const links = { earlier: [{ id: earlier, growthLow: 1, growthHigh: 1.2 }], expectedPeak: null };
  const day = await createPeakDay(workspace, request, { name: "Next sale", inHours: 48, more: links });

  await page.goto(`/peak-days/${day}/readiness`);
  const forecast = page.getByRole("region", { name: "Forecast", exact: true });
  await expect(forecast).toContainText("The throughput of Last sale times 1.00–1.20");
  const figures = page.getByRole("region", { name: "Forecast figures" });
  await expect(figures).toContainText("tested up to 15.0 req/s");
  await expect(figures).toContainText("Never");
  await expect(figures).toContainText("target 200 ms");
  await expect(forecast).toContainText("p99 stays at or below 200 ms.");
  await expect(page.getByRole("img", { name: /^Expected peak 14.4 requests per second/ })).toBeVisible();
  await expectReadable(page);

  const higher = { ...links, expectedPeak: 24 };
  const larger = await createPeakDay(workspace, request, { name: "Larger sale", inHours: 72, more: higher });
  await page.goto(`/peak-days/${larger}/readiness`);
  await expect(forecast).toContainText("the load is above everything that was tested, 15.0 req/s.");
  await expect(forecast).not.toContainText("p99 stays");
  await expectReadable(page);
});

test("after the day, the report compares what was predicted with what was real", async ({
  page,
  request,
  workspace,
  upload,
}) => {
  test.setTimeout(300_000);
  await saveExperiment(workspace, request, ["p99 <= 500 ms"]);
  await upload(runOf(6, 12, 150));
  const from = Math.floor(Date.now() / 1_000 / HOUR_SECONDS - 1) * HOUR_SECONDS;
  const ends = { endsAt: new Date(Date.now() + 2 * HOUR_MILLIS).toISOString().slice(0, 16) + ":00Z" };
  const more = {
    ...ends,
    expectedPeak: 10,
    eventAt: new Date(from * 1_000).toISOString().replace(".000Z", "Z"),
  };
  const day = await createPeakDay(workspace, request, { name: "Sale", inHours: -1, more });
  const perSecondAt = (second: number) => (second >= 900 && second < 1_500 ? 8 : 2);
  await sendStretch(workspace, request, { from, seconds: 3_600, perSecondAt });
  await letHoursPass(day, 30);

  await page.goto(`/peak-days/${day}/readiness`);
  const figures = page.getByRole("region", { name: "Predicted and real figures" });
  await expect(async () => {
    await page.reload();
    await expect(figures).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000, intervals: [2_000] });
  await expect(figures).toContainText("8.00");
  await expect(figures).toContainText("−20.0% against what was expected");
  await expect(figures).toContainText("12.0");
  await expect(figures).toContainText("tests had seen ≤\u00a0150 ms under that load");
  await expect(page.getByRole("region", { name: "Predicted and real", exact: true })).toContainText(
    "The most that the day held is 8.00 req/s. It didn't reach the 12.0 req/s that tests had proven",
  );
  // It was longer than the hour that is known of it.
  await expect(verdictOf(page)).toContainText("It isn't known whether targets were met.");
  await expect(page.getByRole("region", { name: "Before the day" })).toContainText(
    "Not ready. Tests have proven 12.0 req/s, 1.20x the expected peak.",
  );
  await expect(page.getByRole("main")).toContainText("p99 was higher than anything that tests had seen");
  await expectReadable(page);
});

test("a frozen readiness report never changes, and says what contradicts it", async ({
  page,
  browser,
  request,
  workspace,
  upload,
}) => {
  test.slow();
  await saveExperiment(workspace, request);
  await upload(runOf(3, 12, 150));
  const more = { expectedPeak: 4, notes: "call Ada at home" };
  const day = await createPeakDay(workspace, request, { name: "Big sale", inHours: 48, more });
  await page.goto(`/peak-days/${day}/readiness`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Shows").selectOption("frozen");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByLabel("Share link")).toHaveValue(/\/share\/[\w-]{43}$/);
  const address = await dialog.getByLabel("Share link").inputValue();
  await expect(dialog).toContainText("frozen at that time");

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  expect((await guest.goto(address))?.status()).toBe(200);
  await expect(guest.getByText("This report is frozen.")).toBeVisible();
  await expect(verdictOf(guest)).toContainText("Tests have proven 3.00x the expected peak.");
  await expectReadable(guest);
  const html = await guest.content();
  for (const own of ["Ada", "journey-", "Sign out", "/services/", "/experiments/", "/runs/", "Add action"])
    expect(html).not.toContain(own);

  await upload(runOf(1, 12, 240));
  await page.reload();
  await expect(verdictOf(page)).toContainText("Not ready");
  await guest.reload();
  await expect(guest.getByText("Later runs contradict this report.")).toBeVisible();
  await expect(guest.getByRole("main")).toContainText(
    "Distinct was proven, and now has no proof: run 2 missed.",
  );
  await expect(verdictOf(guest)).toContainText("Tests have proven 3.00x the expected peak.");
  await expectReadable(guest);

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog).toContainText("Revoked");
  expect((await guest.goto(address))?.status()).toBe(404);
  const missing = await guest.goto(`${product.webUrl}/share/${day}`);
  expect(missing?.status()).toBe(404);
  await context.close();
});
