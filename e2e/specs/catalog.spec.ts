import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, expectReady, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { changeDatabase, product } from "../src/product.ts";

const workload = { seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } };
const body = jmeterResults(workload);

test("an empty list of experiments shows how to upload a first run", async ({ page }) => {
  await page.goto("/experiments");
  await expect(page.getByRole("main")).toContainText("curl");
  await expect(page.getByRole("main")).toContainText(`${product.ingestUrl}/v1/runs`);
  await expectAccessible(page);
});

test("the sentence counts this workspace's experiments only", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/experiments");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 of 2 experiments holds. 1 misses.");
});

test("an upload creates its experiment, and the row links to it and to its latest run", async ({
  page,
  upload,
}) => {
  const { run } = await upload({
    experiment: "Peak mix",
    body,
    targets: ["p99 <= 2 s", "throughput >= 10/s"],
  });
  await page.goto("/experiments");
  const row = page.getByRole("row", { name: /Peak mix/ });
  await expect(row).toContainText("Holds");
  await expect(row).toContainText("req/s");
  await row.getByRole("link", { name: "Peak mix" }).click();
  await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Peak mix holds.");
  await page.goBack();
  await row.getByRole("link", { name: "run 1" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.");
});

test("search and outcome are in the URL", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/experiments");
  const search = page.getByRole("searchbox");
  await expectReady(page);
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("shop");
  await expect(page).toHaveURL(/q=shop/);
  await expect(page.getByRole("link", { name: "Fast" })).toBeVisible();

  await page.getByRole("radio", { name: /Misses/ }).check({ force: true });
  await expect(page).toHaveURL(/outcome=misses/);
  await expect(page.getByRole("link", { name: "Slow" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();

  await page.reload();
  await expect(page.getByRole("link", { name: "Slow" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();
});

test("a view is saved under a name, opened and deleted", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/experiments?outcome=misses");
  await expectReady(page);
  const views = page.getByRole("button", { name: "Views" });
  await views.click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("What misses");
  await page.getByRole("checkbox", { name: "For everybody in the workspace" }).check({ force: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/experiments");
  await expect(page.getByRole("link", { name: "Fast" })).toBeVisible();
  await views.click();
  await page.getByRole("menuitem", { name: "What misses" }).click();
  await expect(page).toHaveURL(/outcome=misses/);
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();

  await views.click();
  await page.getByRole("menuitem", { name: "Delete “What misses”" }).click();
  await views.click();
  await expect(page.getByRole("menuitem", { name: "No saved views yet" })).toBeVisible();
});

/** One run each, and 26 of the oldest. */
const MANY = ["--experiments", "50", "--runs", "75", "--deep", "25"];

test("long lists of runs and experiments have pages", async ({ page, upload }) => {
  const { run } = await upload({ experiment: "Uploaded", body, targets: ["p99 <= 2 s"] });
  await changeDatabase("many-runs", "--run", run.id, ...MANY);

  await page.goto("/experiments?sort=latest");
  const experiments = page.getByRole("navigation", { name: "Pages of experiments" });
  await expect(experiments).toContainText("1–50 of 51 experiments");
  const rows = page.getByRole("table", { name: "Experiments" }).locator("[data-row] th a");
  const newest = await rows.allTextContents();
  for (let at = 2; at <= 50; at += 1) expect(newest).toContain(`Experiment ${at}`);
  expect(newest).toContain("Uploaded");
  await experiments.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(experiments).toContainText("51 of 51");
  await expect(experiments.getByRole("button", { name: "Next" })).toBeDisabled();

  await page.getByRole("link", { name: "Experiment 1", exact: true }).click();
  const runs = page.getByRole("navigation", { name: "Pages of runs" });
  const table = page.getByRole("table", { name: "Runs" });
  await expect(runs).toContainText("1–25 of 26 runs");
  for (let at = 2; at <= 26; at += 1)
    await expect(table.getByRole("link", { name: `Run ${at}`, exact: true })).toBeVisible();
  await runs.getByRole("link", { name: "Next" }).click();
  await expect(table).toContainText("run 1");
  await runs.getByRole("link", { name: "Previous" }).click();
  await expect(runs).toContainText("1–25");
});

test.describe("with several experiments", () => {
  test.beforeEach(async ({ upload }) => {
    const slow = jmeterResults({ seconds: 30, perSecond: 10, labels: { "GET /slow": 300 } });
    await upload({
      experiment: "Alpha",
      body,
      targets: ["p99 <= 2 s"],
      parameters: { environment: "shadow" },
    });
    await upload({
      experiment: "Beta",
      body: slow,
      targets: ["p99 <= 1 ms"],
      parameters: { service: "Search" },
    });
    await upload({ experiment: "Beta", body: slow, parameters: { service: "Search", commit: "c0ffee1" } });
    await upload({ experiment: "Gamma", body: jmeterResults({ ...workload, day: 1 }) });
  });

  const names = (page: Page) =>
    page.getByRole("table", { name: "Experiments" }).locator("[data-row] th a").allTextContents();

  test("each column sorts in both directions, and the URL says so", async ({ page }) => {
    for (const [address, order] of [
      ["/experiments?sort=latest", ["Gamma", "Alpha", "Beta"]],
      ["/experiments?sort=name", ["Alpha", "Beta", "Gamma"]],
      ["/experiments?sort=name&direction=desc", ["Gamma", "Beta", "Alpha"]],
      ["/experiments?sort=outcome", ["Beta", "Alpha", "Gamma"]],
      ["/experiments?sort=runs", ["Beta", "Alpha", "Gamma"]],
    ] as const) {
      await page.goto(address);
      await expect.poll(() => names(page), address).toEqual(order);
    }
    for (const sort of ["p99", "throughput"]) {
      await page.goto(`/experiments?sort=${sort}`);
      const first = sort === "p99" ? "Beta" : /Alpha|Gamma/;
      await expect(page.locator("[data-row] th a").first()).toHaveText(first);
    }
    await page.goto("/experiments");
    await page.getByRole("link", { name: "Experiment", exact: true }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByRole("columnheader", { name: "Experiment" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await page.getByLabel("Sort by").selectOption("runs");
    await expect(page).toHaveURL(/sort=runs/);
    await expect.poll(() => names(page)).toEqual(["Beta", "Alpha", "Gamma"]);
  });

  test("menus filter the experiments, and the URL contains the choice", async ({ page }) => {
    await page.goto("/experiments");
    for (const [button, item, left] of [
      ["Service", "Search", ["Beta"]],
      ["Environment", "shadow", ["Alpha"]],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("menuitem", { name: item }).click();
      await expect.poll(() => names(page)).toEqual(left);
      await page.reload();
      await expect.poll(() => names(page)).toEqual(left);
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("menuitem", { name: `Any ${button.toLowerCase()}` }).click();
      await expect.poll(async () => (await names(page)).length).toBe(3);
    }
    await page.goto("/experiments?q=c0ffee");
    await expect.poll(() => names(page)).toEqual(["Beta"]);
    await page.goto("/experiments?group=none&tag=none&owner=none");
    await expect(page.getByRole("main")).toContainText("No experiments match these filters.");
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect.poll(async () => (await names(page)).length).toBe(3);
  });

  test("rows can be selected and opened with the keyboard only", async ({ page }) => {
    await page.goto("/experiments?sort=name");
    const focused = page.locator("[data-row] th a:focus");
    await expectReady(page);
    await page.keyboard.press("j");
    await expect(focused).toHaveText("Alpha");
    await page.keyboard.press("c");
    await page.keyboard.press("ArrowDown");
    await expect(focused).toHaveText("Beta");
    await page.keyboard.press("c");
    await expect(page.getByText("2 selected")).toBeVisible();
    await page.keyboard.press("k");
    await expect(focused).toHaveText("Alpha");
    await expect(page.getByRole("status").getByRole("link", { name: "Compare" })).toHaveAttribute(
      "href",
      /^\/comparisons\?runs=[0-9a-f-]{36},[0-9a-f-]{36}$/,
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}$/);
  });
});

test("the command of the first run stays inside its box", async ({ page }) => {
  await page.goto("/experiments");
  const command = page.getByRole("main").locator("pre");
  await expect(command).toContainText("--data-binary");
  const [inner, outer] = await Promise.all([command.boundingBox(), command.locator("..").boundingBox()]);
  expect((inner?.x ?? 0) + (inner?.width ?? Infinity)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
});

test("the list of experiments is accessible and fits the screen", async ({ page, upload }) => {
  await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Untargeted", body });
  await upload({ experiment: `<b>${"لا".repeat(30)}</b> ${"😀".repeat(20)}`, body });
  await upload({ experiment: "x".repeat(200), body });
  await page.goto("/experiments");
  await expect(page.getByRole("row", { name: /Untargeted/ })).toContainText("Not judged");
  await expectReadable(page);
});
