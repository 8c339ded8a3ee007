import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { quotedResults } from "../src/generic-summary.ts";
import type { Page } from "@playwright/test";

const HOSTILE = `<b>Mix</b> ${"long ".repeat(30)}\u202Eabc 🛒`;

/** p99 of run `at`: 200 ms with a little scatter, and a step to 260 from run 9 on. */
const p99Of = (at: number) => (at <= 8 ? 200 : 260) + ((at * 7) % 5);

type Upload = (wanted: {
  experiment: string;
  body: string;
  targets?: readonly string[];
  parameters?: Readonly<Record<string, string>>;
}) => Promise<{ run: { id: string } }>;

async function uploadMany(upload: Upload, experiment: string, from: number, to: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = from; at <= to; at += 1) {
    const startedAt = new Date(Date.UTC(2026, 9, at)).toISOString();
    const { run } = await upload({
      experiment,
      body: quotedResults({ startedAt, requestsPerSecond: 100, percentiles: { p99: p99Of(at), p50: 40 } }),
      targets: ["p99 <= 220 ms"],
      parameters: { branch: at % 4 === 3 ? "next" : "main", commit: `c0ffee${at}` },
    });
    ids.push(run.id);
  }
  return ids;
}

/** The experiment of a run, found as a person finds it. */
async function openTrend(page: Page, runId: string, search = ""): Promise<string> {
  await page.goto(`/runs/${runId}`);
  const href = await page.locator('a[href*="/experiments/"]').first().getAttribute("href");
  const id = /experiments\/([0-9a-f-]{36})/.exec(href ?? "")?.[1] ?? "";
  await page.goto(`/experiments/${id}${search}`);
  return id;
}

test("a change is found, its levels are compared, and it is accepted with a reason that it keeps when more runs arrive", async ({
  page,
  upload,
}) => {
  test.slow();
  const [first = ""] = await uploadMany(upload, "Mix", 1, 16);
  const id = await openTrend(page, first);
  const sentence = page.getByRole("region", { name: "Changes" });
  await expect(sentence).toContainText("p99 rose by");
  await expect(sentence).toContainText("at run 9");
  const row = page.getByRole("table", { name: "Changes" }).getByRole("row", { name: /Run 9/ });
  await expect(row).toContainText("p99 +30%");
  await row.getByRole("link", { name: "Compare before and after" }).click();
  await expect(page).toHaveURL(/levels=9/);
  const levels = page.getByRole("table", { name: "Levels before and after" });
  await expect(levels.getByRole("row", { name: /p99/ }).first()).toContainText(
    /20\d(\.\d)?\s*ms.*26\d(\.\d)?\s*ms/s,
  );
  await expectAccessible(page);
  await row.getByRole("link", { name: "Hide comparison" }).click();
  await expect(levels).toBeHidden();
  await expect(page.getByRole("slider")).toBeVisible();

  await row.getByRole("button", { name: /^Accept/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The new index <b>bold</b>");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Accept change" }).click();
  await expect(row).toContainText("The new index <b>bold</b>");
  await expect(sentence).toContainText("has stayed at about");

  await uploadMany(upload, "Mix", 17, 19);
  await page.goto(`/experiments/${id}`);
  await expect(row).toContainText("The new index <b>bold</b>");
  await expect(sentence).toContainText("since run 9");
  // Links to the page that the trend had keep their view.
  await page.goto(`/experiments/${id}/trend?metric=p50`);
  await expect(page).toHaveURL(new RegExp(`/experiments/${id}\\?metric=p50$`));
  await expect(sentence).toContainText("No detectable change in p50");
});

test("the view is in the address", async ({ page, upload }) => {
  const [first = ""] = await uploadMany(upload, "Mix", 1, 4);
  const id = await openTrend(page, first);
  await page.getByRole("radio", { name: "p50" }).check({ force: true });
  await expect(page).toHaveURL(/metric=p50/);
  await page.getByLabel("Branch", { exact: true }).selectOption("next");
  await expect(page).toHaveURL(/branch=next/);
  const found = page.getByRole("region", { name: "Changes" });
  await expect(found).toContainText("Latest p50");
  await page.reload();
  await expect(found).toContainText("Latest p50");
  const rows = page.getByRole("table", { name: "Runs" }).getByRole("row");
  await expect(rows).toHaveCount(5);
  await page.getByRole("radio", { name: "Branches" }).check({ force: true });
  await expect(page).toHaveURL(/branch=next.*runs=branches/);
  await expect(rows).toHaveCount(2);
  await page.goto(`/experiments/${id}?metric=nonsense&from=2026-02-31&branch=nowhere`);
  await expect(found).toContainText("None of these runs has a value for p99");
});

test("two chosen runs open the comparison, by keyboard", async ({ page, upload }) => {
  const ids = await uploadMany(upload, "Mix", 1, 3);
  await openTrend(page, ids[0] ?? "");
  const choose = (number: number) => page.getByRole("checkbox", { name: `Compare run ${number}` });
  await choose(3).focus();
  await page.keyboard.press("Space");
  await choose(1).focus();
  await page.keyboard.press("Space");
  const bar = page.getByRole("status").filter({ hasText: "2 selected" });
  await expect(bar).toContainText("run 3 and run 1");
  await bar.getByRole("link", { name: "Compare" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`runs=${ids[0]},${ids[2]}|runs=${ids[0]}%2C${ids[2]}`));
  await expect(page.getByRole("listitem", { name: "Run 1", exact: true })).toBeVisible();
});

test("an arrow key reads a run, and Enter opens it", async ({ page, upload }) => {
  const ids = await uploadMany(upload, "Mix", 1, 3);
  await openTrend(page, ids[0] ?? "");
  const plot = page.getByRole("slider");
  await plot.focus();
  await page.keyboard.press("Home");
  await expect(plot).toHaveAttribute("aria-valuetext", /run 1/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/${ids[0]}`));
});

test("an experiment that is not there is not found", async ({ page }) => {
  for (const path of ["", "/edit"]) {
    const answer = await page.goto(`/experiments/00000000-0000-4000-8000-000000000000${path}`);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Page not found");
  }
});

test("the trend is accessible and as wide as the screen, whatever its names", async ({ page, upload }) => {
  test.slow();
  const [first = ""] = await uploadMany(upload, HOSTILE.slice(0, 180), 1, 14);
  await openTrend(page, first, "?by=commit");
  await expect(page.getByRole("table", { name: "Changes" })).toBeVisible();
  await expect(page.getByRole("slider")).toBeVisible({ timeout: 30_000 });
  await expectReadable(page);
});

test("a slow drift is one change with a sloped line", async ({ page, upload }) => {
  test.slow();
  const ids: string[] = [];
  for (let at = 1; at <= 24; at += 1) {
    const startedAt = new Date(Date.UTC(2026, 9, at)).toISOString();
    const percentiles = { p99: 200 * 1.4 ** ((at - 1) / 23) + ((at * 7) % 5), p50: 40 };
    const body = quotedResults({ startedAt, requestsPerSecond: 100, percentiles });
    ids.push((await upload({ experiment: "Drifting", body })).run.id);
  }
  await openTrend(page, ids[0] ?? "");
  const sheet = page.getByRole("region", { name: "Changes" });
  await expect(sheet).toContainText("p99 has risen little by little by");
  await expect(sheet).toContainText("over 24 runs");
  const rows = page.getByRole("table", { name: "Changes" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("drifts until run 24");
  await expect(page.getByRole("slider")).toBeVisible();
  await expectReadable(page);
});
