import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { changeDatabase } from "../src/product.ts";

/** Two minutes; what fails takes no longer than the rest. */
const body = jmeterResults({
  seconds: 120,
  perSecond: 40,
  labels: { "GET /search": 20, "POST /pay": 60 },
  failedShare: 0.05,
});
/** As above, and every failure takes three seconds. */
const slowFailures = body.replaceAll(/^(\d+),\d+,(.*),500,/gm, "$1,3000,$2,500,");

const figures = (page: Page) => page.getByRole("table", { name: "Metrics" });
const shown = (page: Page, name: string) =>
  figures(page)
    .getByRole("row", { name: new RegExp(`^${name}`) })
    .getByRole("cell")
    .first();

test("the whole page follows the window, and its address shows the same to a colleague", async ({
  upload,
  page,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await page.goto(run.url);
  await page.getByRole("textbox", { name: "From" }).fill("0:30");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("1:00");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/\?from=30&to=60$/);
  await expect(figures(page)).toContainText("window 0:30–1:00");
  await expect(shown(page, "requests")).toHaveText("1,200");
  const labels = page.getByRole("table", { name: "Labels" });
  await expect(labels.getByRole("row", { name: /GET \/search/ })).toContainText("50.0%");
  await expect(labels.getByRole("row", { name: /GET \/search/ })).toContainText("20.0");

  await page.reload();
  await expect(shown(page, "requests")).toHaveText("1,200");
  await page.goBack();
  await expect(figures(page)).toContainText("steady phase");

  await page.goto(`${run.url}?from=900&to=950`);
  await expect(figures(page)).toContainText("steady phase");
});

test("an impossible window is reported before it is sent", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  const bar = page.getByRole("region", { name: "Window" });
  for (const [from, to, words] of [
    ["x", "1:00", "Enter times like 1:30."],
    ["1:00", "0:30", "The end must be after the start."],
    ["-1:00", "-0:30", "The run starts at 0:00."],
    ["5:00", "6:00", "The run ends at 2:00."],
  ] as const) {
    await bar.getByRole("textbox", { name: "From" }).fill(from);
    await bar.getByRole("textbox", { name: "To", exact: true }).fill(to);
    await bar.getByRole("button", { name: "Show" }).click();
    await expect(bar.getByRole("alert")).toHaveText(words);
  }
});

test("successful requests alone have their own percentiles, and the difference is said", async ({
  upload,
  page,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body: slowFailures });
  await page.goto(run.url);
  await expect(shown(page, "p99, ms")).toHaveText(/^(2,9|3,0)\d\d$/);
  await expect(page.getByText("Failed requests change the percentiles")).toBeVisible();
  await page.getByRole("switch", { name: "Successful only" }).click();
  await expect(page).toHaveURL(/\?successful=1$/);
  await expect(shown(page, "p99, ms")).toHaveText(/^\d\d\d?$/);
  await expect(figures(page).locator("xpath=..")).toContainText("Failed requests are subtracted");
});

test("a label opens its own timeline and figures", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await page.getByRole("table", { name: "Labels" }).getByRole("link", { name: "POST /pay" }).click();
  await expect(page).toHaveURL(/\?label=POST(\+|%20)%2Fpay$/);
  await expect(page.getByRole("button", { name: "Show all requests" })).toBeVisible();
  await page.getByRole("button", { name: "Show all requests" }).click();
  await expect(page).toHaveURL(run.url);
});

test("slices are shown next to the whole, and each can be opened", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(`${run.url}?window=all&tab=slices&slices=10`);
  const slices = page.getByRole("table", { name: "Slices" });
  await expect(slices.locator("tbody tr")).toHaveCount(12);
  await expect(page.getByRole("figure", { name: "p99 by slice length" })).toContainText("10 s");
  await slices.getByRole("button", { name: "0:20" }).click();
  await expect(page).toHaveURL(/from=20&to=30/);
  await expect(shown(page, "requests")).toHaveText("400");
});

test("errors are grouped by their reason", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await page.getByRole("tab", { name: /^Errors/ }).click();
  const errors = page.getByRole("table", { name: "Errors by reason" });
  await expect(errors.getByRole("row", { name: /500/ })).toContainText("100");
  await expect(errors).toContainText("POST /pay");
});

test("twenty thousand labels scroll, sort and are searched over all of them", async ({ upload, page }) => {
  const { run } = await upload({
    experiment: "Many",
    body: jmeterResults({ seconds: 5, perSecond: 10, labels: { "GET /item/0": 20 } }),
  });
  await changeDatabase("many-labels", "--run", run.id, "--labels", "20000");
  await page.goto(`${run.url}?window=all`);
  const labels = page.getByRole("table", { name: "Labels" });
  await expect(labels).toHaveAttribute("aria-rowcount", "20001");
  await labels.getByRole("button", { name: "Label" }).click();
  await expect(labels.locator("tbody th").first()).toContainText("GET /item/0");
  await page.getByRole("region", { name: "Labels, scrollable" }).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(labels.getByText("GET /item/9999", { exact: true })).toBeVisible();
  expect(await labels.locator("tbody tr").count()).toBeLessThan(80);
  await page.getByPlaceholder("Search labels").fill("/item/1999");
  await expect(labels).toHaveAttribute("aria-rowcount", "12");
});

test("the page can be saved as files, and the offline page needs no network", async ({
  upload,
  page,
  browser,
}) => {
  const { run, summary } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await page.goto(run.url);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Offline page/ }).click();
  const file = await (await download).path();
  const offline = await browser.newContext({ offline: true, javaScriptEnabled: false });
  const saved = await offline.newPage();
  const asked: string[] = [];
  saved.on("request", (request) => asked.push(request.url()));
  await saved.setContent(readFileSync(file, "utf8"));
  await expect(saved.getByRole("heading", { level: 1 })).toContainText("Holds.");
  await expect(saved.getByText(summary.requests.toLocaleString("en-US")).first()).toBeVisible();
  await expect(saved.getByRole("img", { name: "Throughput" })).toBeVisible();
  expect(asked.filter((url) => !url.startsWith("about:"))).toEqual([]);
  await offline.close();

  await page.getByRole("button", { name: "Export" }).click();
  const cells = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Cells, Parquet/ }).click();
  const bytes = readFileSync(await (await cells).path());
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);

  for (const [name, words] of [
    ["labels.csv", /^label,kind,requests[\s\S]*"?GET \/search"?,request,/],
    ["timeline.csv", /^time_utc,offset_seconds/],
    ["errors.csv", /^reason,code,label,kind,errors,first_utc,last_utc/],
    ["slowest.csv", /^completed_utc,label,latency_ms,failed,code,trace_id\r?\n20/],
    ["gauges.csv", /^time_utc,seconds,gauge,unit,mean,min,max/],
    ["run.json", /"latencyMs"/],
    ["percentiles.hgrm", /^ +Value +Percentile TotalCount[\s\S]*#\[Max/],
  ] as const) {
    const answer = await page.request.get(`${run.url}/export/${name}`);
    expect(answer.status(), name).toBe(200);
    expect(answer.headers()["content-disposition"]).toContain(`run-1-${name}`);
    expect(await answer.text()).toMatch(words);
  }
  expect((await page.request.get(`${run.url}/export/nothing`)).status()).toBe(404);
});

test("the tables of a run are accessible and as wide as the screen", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await page.goto(`${run.url}?from=20&to=90&tab=slices&slices=10`);
  for (const tab of [/^Slices/, /^Errors/, /^Comments/, /^Sources/]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    await expectReadable(page);
  }
});
