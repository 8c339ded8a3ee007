import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { newWorkspace, product, type JourneyWorkspace } from "./product.ts";

interface Upload {
  experiment: string;
  body: string;
  targets?: readonly string[];
  parameters?: Readonly<Record<string, string>>;
}

/** What of the answer to an upload the journeys look at. */
interface UploadedRun {
  run: { id: string; url: string };
  summary: { requests: number };
  proof: { grade: string };
}

interface Fixtures {
  /** Of this journey alone, and empty. */
  workspace: JourneyWorkspace;
  session: Awaited<ReturnType<BrowserContext["storageState"]>>;
  upload: (upload: Upload) => Promise<UploadedRun>;
}

/** A page that is signed in to a workspace of its own. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  workspace: async ({}, use) => use(await newWorkspace()),

  session: async ({ browser, workspace }, use) => {
    const context = await browser.newContext({
      baseURL: product.webUrl,
      storageState: { cookies: [], origins: [] },
    });
    const page = await context.newPage();
    await page.goto(workspace.ownerSignInPath);
    await expect(page).toHaveURL(/\/catalog$/);
    const session = await context.storageState();
    await context.close();
    await use(session);
  },
  storageState: ({ session }, use) => use(session),

  upload: ({ workspace, request }, use) => use((wanted) => uploadTo(workspace, request, wanted)),
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
    data: Buffer.from(body),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as UploadedRun;
}

export { expect };

/** The looks that every page is tried in. */
export const LOOKS = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["390 px", { viewport: { width: 390, height: 844 } }],
] as const;

/** No violation at all, of any impact. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
  expect(excess).toBeLessThanOrEqual(0);
}
