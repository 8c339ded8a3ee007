import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { createPeakDay, sendSeconds } from "../src/peak-day.ts";
import { product } from "../src/product.ts";

test("a guest follows a peak day, sees nothing else, and is told when the link is revoked", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  const more = { owner: "Ada Lovelace", notes: "call Ada at home" };
  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -2, more });
  await page.goto(`/peak-days/${id}`);
  await expect(page.getByText("call Ada at home")).toBeVisible();
  await page.getByLabel("What happens now").fill("Menu sync");
  await page.getByRole("button", { name: "Add event" }).click();
  await expect(page.getByRole("button", { name: "Delete Menu sync" })).toBeVisible();

  await page.locator("main header").getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It doesn't show the owner, the notes");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByLabel("Share link")).toHaveValue(/\/share\/[\w-]{43}$/);
  const address = await dialog.getByLabel("Share link").inputValue();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  expect((await guest.goto(address))?.status()).toBe(200);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("req/s in the last minute.");
  await expect(guest.locator(".recharts-surface").first()).toBeVisible();
  await expect(guest.getByRole("region", { name: "What happened" })).toContainText("Menu sync");
  await expectReadable(guest);
  const html = await guest.content();
  for (const own of ["Ada", "journey-", "Sign out", "/services/", "Delete", "by token", "Edit", "Owner"])
    expect(html).not.toContain(own);
  await expect(guest.locator("a[href^='/']:not([href^='/share/'])")).toHaveCount(0);

  // Two browsers, one of them without an account, show the same.
  const screens = [page, guest].map((screen) => screen.getByRole("region", { name: "Figures" }));
  for (const figures of screens) await expect(figures).toContainText("1.2k requests");
  await sendSeconds(workspace, request, { seconds: 1, perSecond: 1_000 });
  for (const figures of screens) await expect(figures).toContainText("2.2k requests", { timeout: 10_000 });
  const isSame = async () => {
    const [mine, theirs] = await Promise.all(screens.map((figures) => figures.textContent()));
    return mine === theirs;
  };
  await expect.poll(isSame).toBe(true);

  for (const path of [`/peak-days/${id}`, "/peak-days", "/services/shop", "/experiments"]) {
    const other = await context.newPage();
    await other.goto(`${product.webUrl}${path}`);
    await expect(other).toHaveURL(/\/sign-in/);
    await other.close();
  }
  const statusOf = async (path: string) => (await guest.request.get(`${product.webUrl}${path}`)).status();
  expect(await statusOf(`/api/feed/peak-days/${id}`)).toBe(401);
  expect(await statusOf(`/share/${id}/feed`)).toBe(404);
  expect(await statusOf("/share/nothing/feed")).toBe(404);

  await page.locator("main header").getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByRole("region", { name: "Existing links" })).toContainText("Revoked");
  expect(await statusOf(`${new URL(address).pathname}/feed`)).toBe(404);
  // Streams are checked every minute, and immediately when they connect again.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("This link has ended.", {
    timeout: 90_000,
  });
  await expect(guest.getByRole("region", { name: "Figures" })).toHaveCount(0);
  expect((await guest.goto(address))?.status()).toBe(404);
});

test("a passphrase protects what a link shows live, too", async ({ page, browser, request, workspace }) => {
  await sendSeconds(workspace, request, { seconds: 120, perSecond: 10 });
  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  await page.goto(`/peak-days/${id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Passphrase/).fill("correct horse");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByLabel("Share link").inputValue();

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  expect((await guest.request.get(`${address}/feed`)).status()).toBe(404);
  await guest.goto(`${address}/wall`);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Enter the passphrase.");
  expect(await guest.content()).not.toContain("Sale");
  await guest.getByLabel("Passphrase").fill("wrong horse");
  await guest.getByRole("button", { name: "Open report" }).click();
  await expect(guest.getByText("Wrong passphrase.")).toBeVisible();
  await guest.getByLabel("Passphrase").fill("correct horse");
  await guest.getByRole("button", { name: "Open report" }).click();
  await expect(guest).toHaveURL(`${address}/wall`);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("req/s in the last minute.");

  // A guest with an open page is remembered for longer.
  const { pathname } = new URL(address);
  const [before] = await context.cookies(address);
  const feed = await guest.evaluate((path) => fetch(path).then(({ status }) => status), `${pathname}/feed`);
  expect(feed).toBe(200);
  const [after] = await context.cookies(address);
  expect(after?.value.split(".")[0]).toBe(before?.value.split(".")[0]);
  expect(after?.value).not.toBe(before?.value);

  await guest.goto(address);
  const figures = guest.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("1.2k requests");
  await sendSeconds(workspace, request, { seconds: 1, perSecond: 1_000 });
  await expect(figures).toContainText("2.2k requests", { timeout: 10_000 });
});
