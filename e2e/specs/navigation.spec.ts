import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, expectReady, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { choose } from "../src/menu.ts";
import { createPeakDay } from "../src/peak-day.ts";

const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });
const PAGES = ["Overview", "Services", "Peak days", "Experiments", "Compare"];

/** What the palette offers for a few words. */
async function search(page: Page, words: string) {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("combobox").fill(words);
  return palette;
}

test("the bar has the five questions, whole on a phone too, and old addresses lead to the new ones", async ({
  page,
  upload,
}) => {
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  await page.goto("/catalog?q=mix");
  await expect(page).toHaveURL(/\/experiments\?q=mix$/);
  const bar = page.getByRole("navigation", { name: "Pages", exact: true });
  await expect(bar.getByRole("link")).toHaveText(PAGES);
  await expect(bar.getByRole("link", { name: "Experiments" })).toHaveAttribute("aria-current", "page");
  await page.goto("/catalog?service=shop");
  await expect(page).toHaveURL(/\/services\/shop\/experiments$/);
  await page.goto("/experiments?service=shop&sort=name");
  await expect(page).toHaveURL(/\/services\/shop\/experiments\?sort=name$/);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of PAGES) await expect(bar.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    const tops = await bar.getByRole("link").evaluateAll((links) => links.map((one) => one.offsetTop));
    expect(new Set(tops).size).toBe(1);
  }
});

test("a page that doesn't exist keeps the navigation of a member, who chooses the theme in the menu", async ({
  page,
}) => {
  await page.goto("/no-such-page");
  await expect(page).toHaveTitle("Page not found · Headroom");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found.");
  await expect(page.getByRole("navigation", { name: "Pages", exact: true })).toBeVisible();
  await expectReadable(page);
  await choose(page, "account of", "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a service without live traffic opens with its verdicts, and has all its pages as tabs", async ({
  page,
  upload,
}) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 service. 1 misses targets.");
  const row = page.getByRole("table", { name: "Services" }).getByRole("row", { name: /Shop/ });
  await expect(row).toContainText(/2 experiments.*Misses.*Slow.*p99 \d+ ms.*target 1 ms/);
  await expect(page.getByRole("columnheader", { name: "Live traffic" })).toHaveCount(0);
  await expectReadable(page);
  await row.getByRole("link", { name: "Shop" }).click();
  const sentence = page.getByRole("heading", { level: 1 });
  await expect(sentence).toContainText(
    /1 of 2 experiments misses its targets: Slow, p99 \d+\sms \(target 1\sms\)\. Fast holds\./,
  );
  const rows = page.getByRole("table", { name: "Experiments" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Slow");
  const last = page.getByRole("region", { name: "Send live traffic" });
  await expect(last).toContainText("No live traffic yet");
  await expectReadable(page);
  const tabs = page.getByRole("navigation", { name: "Pages of Shop" });
  for (const [tab, path, words] of [
    [/^Experiments/, "experiments", "1 of 2 experiments holds."],
    [/^Headroom/, "headroom", "No peak day is planned."],
    [/^SLOs/, "slos", "No SLOs yet."],
    [/^Mapping/, "mapping", ""],
  ] as const) {
    await tabs.getByRole("link", { name: tab }).click();
    await expect(page).toHaveURL(new RegExp(`/services/shop/${path}$`));
    await expect(tabs.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
    await expect(sentence).toContainText(words);
    await expectReadable(page);
  }
});

test("the palette finds pages, things, themes and what can be done on the page", async ({
  page,
  request,
  upload,
  workspace,
}) => {
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  const { run } = await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  const day = await createPeakDay(workspace, request, { name: "Black Friday", inHours: 24 * 12 });
  await page.goto(run.url);
  await expectReady(page);
  let palette = await search(page, "slower");
  await expect(palette.getByRole("group", { name: "On this page" })).toContainText("Compare");
  await expectAccessible(page);
  await palette.getByRole("combobox").fill("share");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Share/ })).toBeVisible();
  await page.keyboard.press("Escape");
  palette = await search(page, "dark");
  await expect(palette.getByRole("option")).toHaveText(["Dark theme"]);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  palette = await search(page, "tokens");
  await expect(palette.getByRole("option", { name: "Tokens" })).toBeVisible();
  await palette.getByRole("combobox").fill("slo");
  await expect(palette.getByRole("option", { name: "SLOs" })).toBeVisible();
  await palette.getByRole("combobox").fill("readiness");
  await palette.getByRole("option", { name: /Readiness of Black Friday/ }).click();
  await expect(page).toHaveURL(new RegExp(`/peak-days/${day}/readiness$`));
});

test("SLOs and readiness are found where they belong", async ({ page, request, upload, workspace }) => {
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  const day = await createPeakDay(workspace, request, { name: "Black Friday", inHours: 24 * 12 });
  await page.goto("/services");
  await page.getByRole("link", { name: "SLOs", exact: true }).click();
  await expect(page).toHaveURL(/\/slos$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No SLOs yet.");
  await expectReadable(page);
  await page.goto("/peak-days");
  await expectReadable(page);
  await page.getByRole("link", { name: "Not ready" }).click();
  await expect(page).toHaveURL(new RegExp(`/peak-days/${day}/readiness$`));
});
