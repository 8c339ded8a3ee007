import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Opens a menu of the top bar and takes one of its items. A page that just came may not listen yet: it is asked again. */
export async function choose(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name: menu });
  const wanted = page.getByRole("menuitem", { name: item });
  await expect(async () => {
    if (!(await wanted.isVisible())) await button.click({ timeout: 5_000 });
    await expect(wanted).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await wanted.click();
}
