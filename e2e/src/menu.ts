import type { Page } from "@playwright/test";

/** Opens a menu of the top bar and chooses one of its items. */
export async function choose(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
