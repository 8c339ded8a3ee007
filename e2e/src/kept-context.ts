import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

type Look = Pick<BrowserContextOptions, "colorScheme" | "viewport">;

let kept: BrowserContext | null = null;

/**
 * The context that a worker's journeys use one after another, reset in between. In a new context the browser would fetch and
 * compile all of the product's scripts again, which is a quarter of what a page costs.
 */
export async function keptContext(browser: Browser, look: Look): Promise<BrowserContext> {
  // Without the first journey's session and colour scheme.
  kept ??= await browser.newContext({ storageState: { cookies: [], origins: [] }, colorScheme: "light" });
  const [page = await kept.newPage(), ...others] = kept.pages();
  await Promise.all(others.map((other) => other.close()));
  await empty(page, look);
  await kept.setOffline(false);
  await kept.unrouteAll();
  await kept.clearPermissions();
  await kept.clearCookies();
  return kept;
}

/** The page keeps its process, and so the compiled scripts. The product stores nothing in the browser except cookies. */
async function empty(page: Page, { colorScheme = null, viewport = null }: Look): Promise<void> {
  await page.unrouteAll();
  await page.goto("about:blank");
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.resetNavigationHistory");
  await browser.detach();
  const { contrast, forcedColors } = { contrast: "no-preference", forcedColors: "none" } as const;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: "reduce", contrast, forcedColors });
  if (viewport !== null) await page.setViewportSize(viewport);
}

/** A page that a journey opened for someone else and left open would follow what it shows during all later journeys. */
export async function closeOthers(browser: Browser): Promise<void> {
  const others = browser.contexts().filter((context) => context !== kept);
  await Promise.all(others.map((context) => context.close()));
}
