import type { Page } from "@playwright/test";

/** Opens a page whose scripts are held back: as on a slow connection, it can be seen and used before they run. */
export async function openWithoutScripts(
  page: Page,
  path: string,
): Promise<{ release: () => Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return {
    release: async () => {
      release();
      await page.unrouteAll({ behavior: "wait" });
      await page.waitForLoadState();
    },
  };
}
