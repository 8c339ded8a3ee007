import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../src/fixtures.ts";
import { createPeakDay, sendSeconds } from "../src/peak-day.ts";
import { product } from "../src/product.ts";

// Some set the clock.
test.use({ ownContext: true });

const SCREENS = [
  [1920, 1080],
  [1280, 720],
  [3840, 2160],
] as const;

/** Parts outside of the screen, figures that are cut off, and the smallest letters as a share of the height. */
const MEASURED = `(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const parts = [...document.querySelectorAll(".wall p, .wall h1, .wall li, .wall header, .wall-chart")];
  const large = [...document.querySelectorAll(".wall-value, .wall-clock, .wall-lead, .wall-ahead, .wall-alarm")];
  return {
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
    outside: parts.filter((part) => part.getBoundingClientRect().bottom > innerHeight + 1).length,
    cut: large.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent),
    least: Math.min(...parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize) / innerHeight)),
  };
})()`;

async function expectFits(page: Page) {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await expect(page.locator(".recharts-surface")).toBeVisible();
    const measured = await page.evaluate<{ least: number }>(MEASURED);
    expect(measured, `${width} x ${height}`).toMatchObject({ scrolls: false, outside: 0, cut: [] });
    // From 5 m, letters of a fortieth of the height of a 55-inch screen are as large as those of a book.
    expect(measured.least).toBeGreaterThan(1 / 40);
  }
}

test("a wall shows the day in large letters, follows it, and says when nothing new arrives", async ({
  page,
  request,
  workspace,
}) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  await page.goto(`/peak-days/${id}`);
  await page.getByRole("link", { name: "Wall mode" }).click();
  await expect(page).toHaveURL(new RegExp(`/peak-days/${id}/wall$`));
  const wall = page.getByRole("main");
  await expect(wall).toHaveAttribute("data-theme", "dark");
  await expect(wall).toContainText("10.0 req/s in the last minute.");
  await expect(wall).toContainText("Live");
  expect(await page.evaluate("document.fullscreenElement !== null")).toBe(true);
  await page.evaluate("document.exitFullscreen()");
  await expectAccessible(page);
  await expectFits(page);
  await expect(wall).toHaveCSS("cursor", "none");

  const figure = wall.getByRole("listitem").filter({ hasText: "Last minute, req/s" });
  await sendSeconds(workspace, request, { seconds: 1, perSecond: 6_000 });
  await expect(figure).not.toContainText("10.0", { timeout: 10_000 });

  await page.context().setOffline(true);
  await expect(wall.getByRole("alert")).toContainText("Not live.", { timeout: 60_000 });
  await expectFits(page);
  await page.context().setOffline(false);
  await expect(wall.getByRole("alert")).toHaveCount(0, { timeout: 60_000 });

  await page.mouse.move(300, 300);
  await page.getByRole("link", { name: "Leave wall mode" }).click();
  await expect(page).toHaveURL(new RegExp(`/peak-days/${id}$`));
});

test("several peak days take turns, and a guest has the wall of one", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  const first = await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  const second = await createPeakDay(workspace, request, { name: "Tickets", inHours: -1 });
  await createPeakDay(workspace, request, { name: "Later", inHours: 30 });
  await page.goto("/peak-days");
  await page.getByRole("link", { name: "Wall mode" }).click();
  await expect(page.getByRole("main")).toContainText("1 of 2");

  const unknown = "01a209ec-0000-7000-8000-000000000000";
  await page.goto(`/peak-days/wall?days=${second},${unknown},${first}&seconds=5`);
  const name = page.getByRole("main");
  await expect(name).toContainText("Tickets");
  await expect(name).toContainText("Sale", { timeout: 10_000 });
  await expect(name).toContainText("2 of 2");
  await expect(name).toContainText("Tickets", { timeout: 10_000 });
  for (const path of [`/peak-days/wall?days=${unknown}`, `/peak-days/${unknown}/wall`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("not found");
  }

  await page.goto(`/peak-days/${first}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByLabel("Share link").inputValue();
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  await guest.goto(address);
  await guest.getByRole("link", { name: "Wall mode" }).click();
  await expect(guest).toHaveURL(`${address}/wall`);
  await expect(guest.getByRole("main")).toContainText("10.0 req/s in the last minute.");
  await expect(guest.locator("a[href^='/']:not([href^='/share/'])")).toHaveCount(0);
  await guest.evaluate("document.exitFullscreen()");
  await guest.keyboard.press("Escape");
  await expect(guest).toHaveURL(address);
  await guest.goto(`${product.webUrl}/peak-days/wall?days=${first}`);
  await expect(guest).toHaveURL(/\/sign-in/);
});

test("a wall is still there after an outage in which it asked for its days", async ({
  page,
  request,
  workspace,
}) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  await page.clock.install();
  await page.goto("/peak-days/wall");
  const wall = page.getByRole("main");
  await expect(wall).toContainText("10.0 req/s in the last minute.");
  await expect(page.locator(".recharts-surface")).toBeVisible();
  await page.context().setOffline(true);
  await page.clock.fastForward("10:30");
  await expect(wall.getByRole("alert")).toContainText("Not live.");
  await page.context().setOffline(false);
  await page.clock.runFor("01:00");
  await expect(wall.getByRole("alert")).toHaveCount(0);
  await createPeakDay(workspace, request, { name: "Tickets", inHours: -1 });
  await page.clock.runFor("10:30");
  await expect(wall).toContainText("of 2");
});

test("a wall of which a part could not be loaded tries again on its own", async ({
  page,
  request,
  workspace,
}) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  const html = await (await page.request.get(`/peak-days/${id}/wall`)).text();
  let isAway = true;
  // The chart is loaded after the page.
  await page.route(/\/_next\/static\/chunks\/.*\.js/, (route) => {
    const name = new URL(route.request().url()).pathname;
    return isAway && !html.includes(name) ? route.abort() : route.continue();
  });
  await page.clock.install();
  await page.goto(`/peak-days/${id}/wall`);
  const wall = page.getByRole("main");
  await expect(wall).toContainText("It tries again every 15 seconds.");
  isAway = false;
  await page.clock.runFor("00:20");
  await expect(wall).toContainText("10.0 req/s in the last minute.");
  await expect(page.locator(".recharts-surface")).toBeVisible();
});
