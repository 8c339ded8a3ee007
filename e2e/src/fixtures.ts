import { test as base, expect } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import { closeOthers, keptContext } from "./kept-context.ts";
import { newWorkspace, product } from "./product.ts";
import type { JourneyWorkspace } from "./product.ts";
import { violationsOf } from "./violations.ts";

interface Upload {
  experiment: string;
  body: string;
  targets?: readonly string[];
  parameters?: Readonly<Record<string, string>>;
}

/** What of the answer to an upload the journeys look at. */
interface UploadedRun {
  run: { id: string; url: string; startedAt: string };
  summary: { requests: number };
  proof: { grade: string };
}

interface Fixtures {
  /** Of this journey alone, and empty. */
  workspace: JourneyWorkspace;
  session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
  upload: (upload: Upload) => Promise<UploadedRun>;
  /** For a journey that changes what can't be changed back: the clock, or what runs before a page. */
  ownContext: boolean;
  othersLeave: void;
}

/** A page that is signed in to a workspace of its own. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  workspace: async ({}, use) => use(await newWorkspace()),

  session: async ({ playwright, workspace }, use) => {
    const visitor = await playwright.request.newContext({ baseURL: product.webUrl });
    // What the page of the link does, without rendering that page and the one that it leads to.
    const { searchParams } = new URL(workspace.ownerSignInPath, product.webUrl);
    await visitor.get(`/sign-in/open?${searchParams.toString()}`, { maxRedirects: 0 });
    const session = await visitor.storageState();
    expect(session.cookies).toHaveLength(1);
    await visitor.dispose();
    await use(session);
  },
  storageState: ({ session }, use) => use(session),

  ownContext: [false, { option: true }],
  context: async ({ browser, storageState, colorScheme, viewport, ownContext }, use) => {
    if (ownContext) return use(await browser.newContext());
    const context = await keptContext(browser, { colorScheme, viewport });
    if (typeof storageState === "object") await context.addCookies(storageState.cookies);
    await use(context);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),

  upload: ({ workspace, request }, use) => use((wanted) => uploadTo(workspace, request, wanted)),

  othersLeave: [
    async ({ browser }, use) => {
      await use();
      await closeOthers(browser);
    },
    { auto: true },
  ],
});

/** What CI does: one request, and the answer says how the run did. */
export async function uploadTo(
  { ingestToken }: JourneyWorkspace,
  request: APIRequestContext,
  { experiment, body, targets = [], parameters = {} }: Upload,
): Promise<UploadedRun> {
  const query = new URLSearchParams({ service: "Shop", experiment, ...parameters });
  for (const target of targets) query.append("target", target);
  const answer = await request.post(`${product.ingestUrl}/v1/runs?${query.toString()}`, {
    headers: { authorization: `Bearer ${ingestToken}`, "content-type": "text/csv" },
    data: Buffer.from(ownSamples(body)),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as UploadedRun;
}

let uploads = 0;

/** Journeys upload the same workload several times. With one request a little later, it has samples of its own. */
function ownSamples(body: string): string {
  uploads += 1;
  const later = uploads % 20;
  return body.replace(/^(timeStamp,.*\n.*\n)(\d+)/, (_all, before: string, millis: string) => {
    return `${before}${Number(millis) + later}`;
  });
}

/** Waits until it is known what is concluded from a run, as its page does. */
export async function untilJudged(
  { readToken }: JourneyWorkspace,
  request: APIRequestContext,
  { run }: UploadedRun,
): Promise<void> {
  const headers = { authorization: `Bearer ${readToken}` };
  await expect
    .poll(async () => {
      const answer = await request.get(`${product.ingestUrl}/v1/runs/${run.id}`, { headers });
      return ((await answer.json()) as { outcome: string | null }).outcome;
    })
    .not.toBeNull();
}

export { expect };

/** The whole page is there and its scripts run. A key pressed before that does nothing. */
export async function expectReady(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect(page.locator("[data-waiting]")).toHaveCount(0);
}

const NARROW = { width: 390, height: 844 };

/** No violation at all, of any impact. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page's title can arrive after its content.
  await expect(page).toHaveTitle(/./);
  expect(await violationsOf(page)).toEqual([]);
}

/**
 * On a wide screen in the dark and on a phone in the light: accessible, and nothing wider than the screen. Either look has
 * all of the page but what only the other width shows.
 */
export async function expectReadable(page: Page): Promise<void> {
  // Before that, a list of tabs that is wider than a phone can't be reached by keyboard.
  await expectReady(page);
  const wide = page.viewportSize() ?? NARROW;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: null });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
