import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, Page } from "@playwright/test";
import { product, withFreshSignInPath } from "./product.ts";

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
  /** A service that nothing else uploads to. */
  service: string;
  upload: (upload: Upload) => Promise<UploadedRun>;
}

interface WorkerFixtures {
  session: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

/** A signed-in page, and a service of one's own to upload to. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  session: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: product.webUrl });
      const page = await context.newPage();
      await withFreshSignInPath(async (path) => {
        await page.goto(path);
        await expect(page).toHaveURL(/\/catalog$/);
      });
      const session = await context.storageState();
      await context.close();
      await use(session);
    },
    { scope: "worker" },
  ],
  storageState: ({ session }, use) => use(session),

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  service: ({}, use) => use(`Service ${randomUUID().slice(0, 8)}`),

  upload: ({ service, request }, use) =>
    use(async ({ experiment, body, targets = [], parameters = {} }) => {
      const query = new URLSearchParams({ service, experiment, ...parameters });
      for (const target of targets) query.append("target", target);
      const answer = await request.post(`${product.ingestUrl}/v1/runs?${query.toString()}`, {
        headers: { authorization: `Bearer ${product.ingestToken}`, "content-type": "text/csv" },
        data: Buffer.from(body),
      });
      expect(answer.status(), await answer.text()).toBe(201);
      return (await answer.json()) as UploadedRun;
    }),
});

export { expect };

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
