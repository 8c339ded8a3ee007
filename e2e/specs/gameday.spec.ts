import { MINUTE_MILLIS } from "@headroom/core";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { createPeakDay } from "../src/peak-day.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";
import { share, stranger } from "../src/share.ts";

async function saveExperiment(
  { manageToken }: JourneyWorkspace,
  request: APIRequestContext,
  experiment: string,
) {
  const answer = await request.put(`${product.ingestUrl}/v1/experiments`, {
    headers: { authorization: `Bearer ${manageToken}` },
    data: { service: "Shop", experiment, representsPeak: true, targets: ["p99 <= 200 ms"] },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** JMeter's CSV of a run of two minutes that just ended: 20 requests a second, which all take the same time. */
function runOf(experiment: string, millis: number) {
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 2 * MINUTE_MILLIS;
  const rows = Array.from({ length: 2_400 }, (_, at) => {
    return `${start + at * 50},${millis},GET /cart,200,OK,t 1-1,true,512`;
  });
  const header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes";
  return { experiment, body: [header, ...rows].join("\n") };
}

const inUtc = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MILLIS).toISOString().slice(0, 16);

async function plan(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Dress rehearsal");
  await page.getByLabel("Time zone").fill("UTC");
  await page.getByLabel("Starts").fill(inUtc(-10));
  await page.getByLabel("Ends").fill(inUtc(50));
  await page.getByLabel("Lead").fill("Ada");
  await page.getByRole("button", { name: "Add a role" }).click();
  await page.getByLabel("Who, role 1").fill("Grace");
  await page.getByLabel("Does what, role 1").fill("watches the database");
  await page.getByRole("button", { name: "Add all 2 that represent the peak" }).click();
  await page.getByRole("button", { name: "Add something to try" }).click();
  await page.getByLabel("What to try in step 3").fill("Kill one instance");
  await page.getByRole("button", { name: "Move step 3 up" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Plan gameday" }).click();
  await page.waitForURL(/\/gamedays\/[\w-]{36}$/);
}

test("a gameday is planned, follows uploads, notes what it found, and is closed", async ({
  page,
  request,
  workspace,
  upload,
  browser,
}) => {
  test.slow();
  for (const experiment of ["Distinct", "Mixed"]) await saveExperiment(workspace, request, experiment);
  const day = await createPeakDay(workspace, request, { name: "Big sale", inHours: 48 });
  await page.goto(`/peak-days/${day}/readiness`);
  await page.getByRole("link", { name: "Plan a gameday" }).click();
  await expect(page.getByLabel("Rehearses")).toHaveValue(day);
  await plan(page);

  const headline = page.getByRole("heading", { level: 1 });
  await expect(headline).toContainText("Nothing has been run yet.");
  const sheet = page.getByRole("region", { name: "Run sheet" });
  const steps = sheet.locator("ol > li");
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText("p99 <= 200 ms");
  await expect(steps.nth(1)).toContainText("Kill one instance");
  await expectReadable(page);

  // Without a reload: the page follows what arrives.
  await upload(runOf("Distinct", 120));
  await expect(steps.nth(0)).toContainText("Run 1 met its targets.");
  await expect(steps.nth(0)).toContainText("p99 <= 200 ms: 120 ms");
  await upload(runOf("Mixed", 300));
  await expect(steps.nth(2)).toContainText("Run 1 missed its targets.");
  await expect(steps.nth(2).getByRole("link", { name: "Run 1" })).toBeVisible();
  await expect(headline).toContainText("Of 3 steps: 1 missed, 1 to go, 1 as planned.");
  await upload(runOf("Mixed", 150));
  await expect(steps.nth(2)).toContainText("Run 1 missed its targets. Run 2 met its targets.");
  await expect(steps.nth(2)).toContainText("Unsure");

  await steps.nth(1).getByLabel("What you saw in Kill one instance").fill("Back after 40 s");
  await steps.nth(1).getByRole("button", { name: "Kill one instance: As expected" }).click();
  await expect(steps.nth(1)).toContainText("Back after 40 s");
  const findings = page.getByRole("region", { name: "Findings" });
  await findings.getByLabel("Finding", { exact: true }).fill("Alert came late");
  await findings.getByLabel("Severity").selectOption("high");
  await findings.getByLabel("Owner").fill("Grace");
  await findings.getByLabel("Due").fill("2030-12-01T09:00");
  await findings.getByLabel("Step").selectOption({ label: "2. Kill one instance" });
  await findings.getByRole("button", { name: "Add finding" }).click();
  await expect(findings).toContainText("Alert came late");
  await expect(findings).toContainText("due 1 Dec 2030, 09:00");
  await expectReadable(page);

  await page.getByRole("button", { name: "Close gameday" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Its window isn't over");
  await dialog.getByRole("button", { name: "Close gameday" }).click();
  await expect(headline).toContainText("Of 3 steps: 1 unsure, 2 as planned. Closed by");
  await expect(page.getByRole("button", { name: "Add finding" })).toBeHidden();
  await expectReadable(page);

  const guest = await stranger(browser);
  await guest.goto(await share(page));
  await page.keyboard.press("Escape");
  await expect(guest).toHaveTitle("Dress rehearsal · Headroom");
  const report = guest.getByRole("main");
  await expect(report).toContainText("Of 3 steps: 1 unsure, 2 as planned. Closed by");
  for (const words of ["p99 <= 200 ms: 120 ms", "Back after 40 s", "Alert came late", "Grace"])
    await expect(report).toContainText(words);
  await expect(guest.locator("a[href^='/']:not([href^='/share/'])")).toHaveCount(0);
  await expectReadable(guest);

  await page.goto(`/peak-days/${day}/readiness`);
  const gamedays = page.getByRole("table", { name: "Gamedays" });
  await expect(gamedays.getByRole("row", { name: /Dress rehearsal/ })).toContainText(
    "1 unsure, 2 as planned",
  );
  const actions = page.getByRole("region", { name: "Actions" });
  await expect(actions).toContainText("Alert came late");
  await actions.getByRole("button", { name: "Close" }).click();
  await expect(actions.getByRole("button", { name: "Reopen" })).toBeVisible();
  await gamedays.getByRole("link", { name: "Dress rehearsal" }).click();
  await expect(findings).toContainText("closed since");
});
