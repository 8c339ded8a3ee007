import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, expectReady, test } from "../src/fixtures.ts";

const shell = promisify(execFile);

/** Runs a command that the page shows, as a person would who copies it. */
async function runShownLine(page: Page, label: string): Promise<{ run: { url: string } }> {
  const line = await page.getByLabel(label).innerText();
  const { stdout } = await shell("sh", ["-c", line]);
  return JSON.parse(stdout) as { run: { url: string } };
}

test("following the first-run page leads an empty workspace to its first comparison", async ({ page }) => {
  await page.goto("/first-run");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nothing proved yet.");
  await page.getByRole("button", { name: "Create a token" }).click();
  await expect(page.getByText("won't be shown again")).toBeVisible();

  const first = await runShownLine(page, "Command for the first run");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Your first run is here.");
  await expect(page.getByRole("link", { name: "first, run 1" })).toHaveAttribute(
    "href",
    new URL(first.run.url).pathname,
  );

  await runShownLine(page, "Command for the second run");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Both runs are here.");
  await page.getByRole("link", { name: "Open the comparison" }).click();
  await expect(page).toHaveURL(/\/comparisons\?runs=[\w-]+(,|%2C)[\w-]+/);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Page not found");
});

test("the palette finds a run by its commit, and opens it by keyboard", async ({ page, upload }) => {
  const body = "timeStamp,elapsed,label,responseCode,success\n1795200000000,100,Home,200,true\n";
  const { run } = await upload({ experiment: "Peak mix", body, parameters: { commit: "a41f9c2d5e6f" } });
  await page.goto("/experiments");
  await expectReady(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await expect(palette.getByRole("option", { name: /Peak mix, run 1/ })).toBeVisible();
  await expect(palette.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("a41f");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new URL(run.url).pathname);

  await page.goto("/experiments");
  await expectReady(page);
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: /Peak mix, run 1/ }).click();
  await expect(page).toHaveURL(new URL(run.url).pathname);
});

test("shortcuts open pages, and a dialog lists them", async ({ page }) => {
  await page.goto("/first-run");
  await expectReady(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Experiments");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/experiments$/);
});

test("the first-run page is accessible and fits the screen", async ({ page }) => {
  await page.goto("/first-run");
  await expectReadable(page);
});
