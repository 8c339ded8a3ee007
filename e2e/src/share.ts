import type { Browser, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

interface Wanted {
  days?: string;
  passphrase?: string;
  /** It stays as it is now. */
  frozen?: boolean;
}

/** The labels table also has a "Share" button: the head of that column. */
export const shareButton = (page: Page) =>
  page.locator("main header").getByRole("button", { name: "Share", exact: true });

/** Creates a link on the open page and returns its address. The dialog stays open. */
export async function share(page: Page, { days, passphrase, frozen = false }: Wanted = {}): Promise<string> {
  const dialog = page.getByRole("dialog");
  if (!(await dialog.isVisible())) await shareButton(page).click();
  if (days !== undefined) await dialog.getByLabel("Expires after").selectOption(days);
  if (passphrase !== undefined) await dialog.getByLabel(/^Passphrase/).fill(passphrase);
  if (frozen) await dialog.getByLabel("Shows").selectOption("frozen");
  const address = dialog.getByLabel("Share link");
  // The link that was made before stays until there is a new one.
  const before = (await address.isVisible()) ? await address.inputValue() : null;
  await dialog.getByRole("button", { name: "Create link" }).click();
  if (before !== null) await expect(address).not.toHaveValue(before);
  await expect(address).toHaveValue(/\/share\/[\w-]{43}$/);
  return address.inputValue();
}

/** A browser without a session. */
export async function stranger(browser: Browser, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, ...options });
  return context.newPage();
}
