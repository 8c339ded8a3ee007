import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

const body = jmeterResults({ seconds: 120, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });
const targets = ["throughput >= 500/s", "p99 <= 2 s"];

async function savedAs(page: Page, name: string): Promise<{ bytes: Buffer; fileName: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name }).first().click();
  const file = await download;
  return { bytes: readFileSync(await file.path()), fileName: file.suggestedFilename() };
}

interface PictureFacts {
  width: number;
  height: number;
  /** Of the upper left corner: the ground. */
  ground: string;
  colors: number;
}

/** Runs in the page, so that what is tested is a picture and not a file with the right first bytes. */
const READ_BACK = `async (encoded) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + encoded;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
  const colors = new Set();
  for (let at = 0; at < pixels.length; at += 4) colors.add(pixels.subarray(at, at + 3).join());
  return {
    width: canvas.width,
    height: canvas.height,
    ground: pixels.subarray(0, 3).join(),
    colors: colors.size,
  };
}`;

async function look(page: Page, bytes: Buffer): Promise<PictureFacts> {
  return page.evaluate<PictureFacts>(`(${READ_BACK})("${bytes.toString("base64")}")`);
}

for (const [theme, ground] of [
  ["light", "255,255,255"],
  ["dark", "21,25,28"],
] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    test("a chart is saved as a picture, twice as large, in the theme that is shown", async ({
      upload,
      page,
    }) => {
      const { run } = await upload({ experiment: "Peak mix", body, targets });
      await page.goto(run.url);
      await expect(page.getByRole("slider", { name: /, latency$/ })).toBeVisible();
      const { bytes, fileName } = await savedAs(page, "Latency as PNG");
      expect(fileName).toMatch(/-latency\.png$/);
      const facts = await look(page, bytes);
      const plot = await page.getByRole("slider", { name: /, latency$/ }).boundingBox();
      expect(facts.width).toBeGreaterThan((plot?.width ?? Number.NaN) * 2);
      expect(facts.height).toBeGreaterThan((plot?.height ?? Number.NaN) * 2);
      expect(facts.ground).toBe(ground);
      expect(facts.colors).toBeGreaterThan(20);
    });
  });
}

test("a stretch is marked and zoomed into by keys alone, and Escape goes back", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const whole = page.url();
  const slider = page.getByRole("slider", { name: /, throughput$/ });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+PageUp");
  await expect(page.locator("[data-marked]").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-marked]")).toHaveCount(0);
  await expect.poll(() => page.url()).not.toBe(whole);
});

test("figures of a chart are a table and a file", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const { bytes, fileName } = await savedAs(page, "Throughput as CSV");
  expect(fileName).toMatch(/-throughput\.csv$/);
  const [head, first] = bytes.toString("utf8").split("\r\n");
  expect(head).toMatch(/^offset_seconds,requests_per_second,/);
  expect(first).toMatch(/^0,/);
  await page.getByRole("button", { name: "Throughput as a table" }).click();
  await expect(page.getByRole("table", { name: "Throughput over time" }).getByRole("row")).not.toHaveCount(0);
});
