import { HOUR_SECONDS } from "@headroom/core";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { letHoursPass, removeTraffic } from "../src/passed-time.ts";
import { createPeakDay, sendStretch } from "../src/peak-day.ts";

/** The time in which traffic of a day can still arrive, and the hours since its end. */
const HOURS = 27;

/** Two requests a second for two hours, and thirty a second in one minute. */
const PEAK_FROM = HOUR_SECONDS + 600;
const perSecondAt = (second: number) => (second >= PEAK_FROM && second < PEAK_FROM + 60 ? 30 : 2);
const SENT = 2 * HOUR_SECONDS * 2 + 60 * 28;

test("a peak day that is over stays what it was when its traffic is gone", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  test.setTimeout(240_000);
  const from = Math.floor(Date.now() / 1_000 / HOUR_SECONDS - 4) * HOUR_SECONDS;
  const errors = await sendStretch(workspace, request, { from, seconds: 2 * HOUR_SECONDS, perSecondAt });
  const id = await createPeakDay(workspace, request, {
    name: "Sale",
    inHours: -4,
    more: { endsAt: iso(from + 2 * HOUR_SECONDS), expectedPeak: 40 },
  });
  await page.goto(`/peak-days/${id}`);
  const header = page.getByRole("main").locator("header");
  await expect(header).toContainText("Late traffic counts until");
  await letHoursPass(id, HOURS);

  const clock = (second: number) => iso(second - HOURS * HOUR_SECONDS).slice(11, 16);
  await expect(async () => {
    await page.reload();
    await expect(header).toContainText("Frozen", { timeout: 1_000 });
  }).toPass({ timeout: 120_000, intervals: [2_000] });
  const figures = page.getByRole("region", { name: "Figures" });
  const shows = async () => {
    // With its date, if the two hours are about a midnight.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      new RegExp(
        String.raw`^The peak was 30\.0\sreq/s at (\d+\s\w+\s\d+,\s)?${clock(from + PEAK_FROM)}\. 16\.1k\srequests\.$`,
      ),
    );
    const shown = async (label: string, words: readonly string[]) => {
      const cell = figures.getByRole("listitem").filter({ hasText: new RegExp(`^${label}`) });
      for (const text of words) await expect(cell).toContainText(text);
    };
    await shown("Peak minute", ["30.0", clock(from + PEAK_FROM)]);
    await shown("Peak hour", ["8.9k"]);
    await shown("Requests", ["16.1k"]);
    // Of 400 ms, within the bound of percentiles.
    await expect(figures.getByRole("listitem").filter({ hasText: /^p99/ })).toContainText(/39[89]|40[0-2]/);
    await shown("Errors", [`${errors} failed`]);
    await shown("Expected peak", ["40.0", "75.0% of it"]);
    await shown("Uptime", ["100", "never mostly errors"]);
    await shown("Busiest label", ["75.0", "/cart"]);
    await expect(page.locator(".recharts-surface").first()).toBeVisible();
  };
  expect(SENT).toBe(16_080);
  await shows();
  await expect(page.getByLabel("What happens now")).toHaveCount(0);
  await expectReadable(page);

  await removeTraffic(id);
  await page.reload();
  await shows();

  await header.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByLabel("Share link").inputValue();
  const guest = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await guest.goto(address);
  await expect(guest.getByRole("region", { name: "Figures" })).toContainText(`${errors} failed`);
  await expect(guest.getByRole("main").locator("header")).toContainText("Frozen");
  await expectReadable(guest);

  await page.goto(`/peak-days/${id}/wall`);
  const wall = page.getByRole("main");
  await expect(wall).toContainText("The peak was 30.0 req/s");
  await expect(wall).toContainText("Over");
  await expect(wall.locator(".recharts-surface")).toBeVisible();
});

function iso(second: number): string {
  return new Date(second * 1_000).toISOString().replace(".000Z", "Z");
}
