import type { Page } from "@playwright/test";
import { expect, expectReady, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { createPeakDay } from "../src/peak-day.ts";
import { changeDatabase, product } from "../src/product.ts";
import { readPdf } from "../src/read-pdf.ts";
import type { PdfPage } from "../src/read-pdf.ts";
import { share, stranger } from "../src/share.ts";

const labels = { "GET /search": 20, "POST /pay": 60 };
const body = jmeterResults({ seconds: 120, perSecond: 40, labels });
const slower = jmeterResults({ seconds: 120, perSecond: 40, labels: { "GET /search": 40, "POST /pay": 90 } });
const targets = ["throughput >= 10/s", "p99 <= 2 s", "error rate <= 0.1%"];
/** Controls and navigation, and what only a screen can do. */
const ONLY_ON_SCREEN = [
  "Print",
  "PNG",
  "CSV",
  "Search",
  "Upload",
  "Skip to content",
  "Copy link",
  "Successful only",
  "Drag to zoom",
];

/** The page as A4, which is never wider than its margins, has no controls, and says where it comes from. */
async function printed(page: Page, { most, charts }: { most: number; charts: number }): Promise<PdfPage[]> {
  await expectReady(page);
  // Not the icons of its buttons, which are there before it.
  const drawn = page.getByRole("figure").filter({ has: page.locator("svg:not(button svg)") });
  await expect.poll(() => drawn.count()).toBeGreaterThanOrEqual(charts);
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeLessThanOrEqual(most);
  for (const { width, left, right, text } of pages) {
    expect(Math.round(width)).toBe(595);
    expect(left).toBeGreaterThan(30);
    expect(right).toBeLessThan(width - 30);
    for (const word of ONLY_ON_SCREEN) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`));
  }
  const last = pages.at(-1)?.text.replaceAll(" ", "") ?? "";
  expect(last).toContain(page.url().replaceAll(" ", ""));
  expect(last).toMatch(/printed\d/);
  return pages;
}

const textOf = (pages: readonly PdfPage[]) => pages.map(({ text }) => text).join(" ");

test("a run and a comparison fit on two pages of paper, for guests and members", async ({
  upload,
  page,
  browser,
}) => {
  test.slow();
  const [before, after] = [
    await upload({ experiment: "Peak mix", body, targets }),
    await upload({ experiment: "Peak mix", body: slower, targets }),
  ];
  const guest = await stranger(browser, { colorScheme: "dark" });
  await page.goto(before.run.url);
  await guest.goto(await share(page));
  const run = textOf(await printed(guest, { most: 2, charts: 2 }));
  for (const words of ["Holds.", "Peak mix, run 1", "POST /pay", "Throughput", "latency, ms"])
    expect(run).toContain(words);
  await page.keyboard.press("Escape");
  // Nobody has scrolled down to the heatmap.
  await expect(page.getByText("most common")).toBeVisible();
  const own = textOf(await printed(page, { most: 3, charts: 2 }));
  for (const words of ["Holds.", "most common", "this run"]) expect(own).toContain(words);

  await page.goto(`/comparisons?runs=${before.run.id},${after.run.id}&view=figures`);
  await guest.goto(await share(page));
  await expect(guest.getByRole("heading", { level: 1 })).not.toContainText("Checking");
  await page.keyboard.press("Escape");
  for (const reader of [guest, page]) {
    const comparison = textOf(await printed(reader, { most: 2, charts: 3 }));
    for (const words of ["Target,", "≤ 2 s", "≥ 10 req/s", "Verdict", "over the run"])
      expect(comparison).toContain(words);
    expect(comparison.match(/\bMet\b/g)?.length).toBeGreaterThanOrEqual(6);
  }
});

test("paper is light, whatever the theme is, and the screen is as before after a print", async ({
  upload,
  page,
  browser,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const guest = await stranger(browser, { colorScheme: "dark" });
  await guest.goto(await share(page));
  const look = (of: string) => guest.evaluate<string>(`getComputedStyle(document.body).${of}`);
  const chart = guest.locator("svg.recharts-surface").first();
  await expect(chart).toBeVisible();
  const [color, width] = [await look("color"), await chart.getAttribute("width")];
  await guest.pdf({ preferCSSPageSize: true });
  await expect.poll(() => chart.getAttribute("width")).toBe(width);
  expect(await look("color")).toBe(color);
  await guest.emulateMedia({ media: "print" });
  expect(await look("backgroundColor")).toBe("rgb(255, 255, 255)");
});

/** Two rounds of 30 experiments. */
const ROUNDS = ["--experiments", "30", "--runs", "60", "--numbered", "round"];

test("rounds break between rows and keep the head of their table on every page", async ({ page, upload }) => {
  const load = { seconds: 5, perSecond: 4, labels: { "GET /search": 20 } };
  const { run } = await upload({
    experiment: "Uploaded",
    body: jmeterResults(load),
    targets: ["p99 <= 2 s"],
  });
  await changeDatabase("many-runs", "--run", run.id, ...ROUNDS);
  await page.goto("/comparisons/rounds?service=seeded-1&key=round&before=1&after=2");
  for (let at = 1; at <= 30; at += 1) {
    const row = page.getByRole("row", { name: new RegExp(`^Experiment ${at}\\b`) });
    await expect(row).toBeVisible();
    await expect(row).toContainText(/[34]\.\d+ →/);
  }
  // Also while it is worked out how certain the changes are.
  const pages = await printed(page, { most: 3, charts: 2 });
  const text = textOf(pages);
  for (let at = 1; at <= 30; at += 1) expect(text).toMatch(new RegExp(`Experiment ${at}\\b`));
  const withRows = pages.filter((one) => /\b[34]\.\d{2,} →/.test(one.text));
  expect(withRows.length).toBeGreaterThan(1);
  for (const one of withRows) expect(one.text).toContain("Target, after");
  expect(text).toContain("Before: runs with round 1. After: runs with round 2.");
});

test("a readiness report prints with its verdict and its footer", async ({
  page,
  request,
  workspace,
  browser,
  upload,
}) => {
  await request.put(`${product.ingestUrl}/v1/experiments`, {
    headers: { authorization: `Bearer ${workspace.manageToken}` },
    data: { service: "Shop", experiment: "Peak mix", representsPeak: true, targets },
  });
  await upload({ experiment: "Peak mix", body });
  const more = { expectedPeak: 20, expectedSource: "Forecast" };
  const day = await createPeakDay(workspace, request, { name: "Big sale", inHours: 48, more });
  await page.goto(`/peak-days/${day}/readiness`);
  const guest = await stranger(browser);
  await guest.goto(await share(page));
  await page.keyboard.press("Escape");
  for (const reader of [guest, page]) {
    const text = textOf(await printed(reader, { most: 2, charts: 0 }));
    for (const words of ["Big sale", "Evidence", "Peak mix", "Headroom", "Rules"])
      expect(text).toContain(words);
  }
});
