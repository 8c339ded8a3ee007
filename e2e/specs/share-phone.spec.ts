import type { Page } from "@playwright/test";
import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { createPeakDay, sendSeconds } from "../src/peak-day.ts";
import { product } from "../src/product.ts";
import { share, stranger } from "../src/share.ts";

const labels = { "GET /search": 20, "POST /pay/with/a/rather/long/path/for/a/phone": 60 };
const body = jmeterResults({ seconds: 60, perSecond: 40, labels });
const slower = jmeterResults({ seconds: 60, perSecond: 40, labels: { "GET /search": 90 } });
const targets = ["throughput >= 10/s", "p99 <= 2 s", "error rate <= 0.1%", 'p99 of "GET /search" <= 1 s'];
const HEIGHT = 740;

/** The parts of a page that are wider than their room, by name. */
const WIDER = `[document.documentElement, ...document.querySelectorAll("main, main [role=region]")]
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.getAttribute("aria-label") ?? part.tagName)`;

/** The whole verdict in the first screen, and nothing on the page that has to be moved sideways to be read. */
async function expectFits(page: Page, verdict: RegExp): Promise<void> {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toContainText(verdict);
    const box = await heading.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT);
    await expect.poll(() => page.evaluate<string[]>(WIDER)).toEqual([]);
  }
}

test("shared pages show their verdict on a phone, without scrolling sideways", async ({
  upload,
  page,
  browser,
  request,
  workspace,
}) => {
  test.slow();
  await request.put(`${product.ingestUrl}/v1/experiments`, {
    headers: { authorization: `Bearer ${workspace.manageToken}` },
    data: { service: "Shop", experiment: "Peak mix", representsPeak: true },
  });
  const [before, after] = [
    await upload({ experiment: "Peak mix", body, targets, parameters: { configuration: "round=1" } }),
    await upload({ experiment: "Peak mix", body: slower, targets, parameters: { configuration: "round=2" } }),
  ];
  await sendSeconds(workspace, request, { seconds: 60, perSecond: 10 });
  const more = { expectedPeak: 20, expectedSource: "Forecast" };
  const day = await createPeakDay(workspace, request, { name: "Big sale", inHours: -2, more });
  const guest = await stranger(browser);
  const pages = [
    [before.run.url, /Holds\./],
    [`/comparisons?runs=${before.run.id},${after.run.id}`, /[Rr]un 2/],
    ["/comparisons/rounds?service=shop&key=round&before=1&after=2", /It meets its targets\./],
    [`/peak-days/${day}`, /in the last minute|of what is proven/],
    [`/peak-days/${day}/readiness`, /Ready|At risk|Not ready/],
  ] as const;
  for (const [path, verdict] of pages) {
    await page.goto(path);
    await guest.goto(await share(page));
    await expectFits(guest, verdict);
  }
});
