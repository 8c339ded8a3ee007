import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { letVisitPass } from "../src/passed-time.ts";
import { createPeakDay } from "../src/peak-day.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });

test("an empty workspace points to its first run", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nothing proved yet.");
  await expect(page.getByRole("link", { name: "First run, step by step" })).toHaveAttribute(
    "href",
    "/first-run",
  );
  await expectAccessible(page);
});

test("a service shows its worst latest outcome, and links to its experiments", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await upload({ experiment: "Other", body, parameters: { service: "Search" }, targets: ["p99 <= 2 s"] });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 of 2 services holds. 1 misses.");
  const shop = page.getByRole("table", { name: "Services" }).getByRole("row", { name: /Shop/ });
  await expect(shop).toContainText("Misses");
  // Its experiment that needs somebody most, with the figure of its own target.
  await expect(shop.getByRole("link", { name: "Slow" })).toBeVisible();
  await expect(shop).toContainText("target 1 ms");
  await expect(shop).toContainText("no experiment represents the peak");
  await expect(page.getByRole("region", { name: "What got worse" })).toContainText("Nothing is worse");
  await shop.getByRole("link", { name: "Shop" }).click();
  await expect(page).toHaveURL(/\/services\/shop$/);
  await expect(page.getByRole("link", { name: "Fast", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Other", exact: true })).toBeHidden();
});

test("the overview says when the next peak day is, and whether it is ready", async ({
  page,
  request,
  upload,
  workspace,
}) => {
  await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await page.goto("/");
  await expect(page.getByRole("table", { name: "Services" })).toBeVisible();
  const next = page.getByRole("region", { name: "Next peak day" });
  await expect(next).toHaveCount(0);
  await createPeakDay(workspace, request, { name: "Past sale", inHours: -100 });
  const id = await createPeakDay(workspace, request, { name: "Black Friday", inHours: 24 * 12 + 2 });
  await createPeakDay(workspace, request, { name: "Cyber Monday", inHours: 24 * 20 });
  await page.reload();
  await expect(next).toContainText("opens in 12 days");
  await expect(next).toContainText("Not ready");
  await expect(next).toContainText("2,400 req/s expected, no proof");
  await expect(next.getByRole("link", { name: "1 more is planned" })).toHaveAttribute("href", "/peak-days");
  await expectReadable(page);
  await next.getByRole("link", { name: "Black Friday" }).click();
  await expect(page).toHaveURL(new RegExp(`/peak-days/${id}$`));
});

test("the overview says what got worse since the last visit, until the next one", async ({
  page,
  upload,
  workspace,
}) => {
  const mix = { experiment: "Peak mix", body };
  await upload({ ...mix, targets: ["p99 <= 2 s"] });
  await page.goto("/");
  const news = page.getByRole("region", { name: "Since your last visit" });
  await expect(page.getByRole("table", { name: "Services" })).toBeVisible();
  await expect(news).toHaveCount(0);
  await letVisitPass(workspace.ownerEmail, 2);
  const later = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20 }, day: 1 });
  const { run } = await upload({ ...mix, body: later, targets: ["p99 <= 1 ms"] });
  await page.reload();
  await expect(news).toContainText("1 experiment got worse.");
  await expect(news).toContainText("Misses, was holding with other targets. Run 2.");
  await expectReadable(page);
  await page.reload();
  await expect(news).toContainText("1 experiment got worse.");
  await news.getByRole("link", { name: "Peak mix" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`));
  await letVisitPass(workspace.ownerEmail, 2);
  await page.goto("/");
  await expect(news).toContainText("No runs arrived.");
});

test("the overview is accessible and fits the screen", async ({ page, upload }) => {
  await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await upload({
    experiment: "Untargeted",
    body,
    parameters: { service: "😀".repeat(50) + "x".repeat(90) },
  });
  await page.goto("/");
  await expect(page.getByRole("table", { name: "Services" })).toContainText("xxx");
  await expectReadable(page);
});
