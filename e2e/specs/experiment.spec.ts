import { randomUUID } from "node:crypto";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { product } from "../src/product.ts";

const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });

test("made with a workload and targets that are read while typed", async ({ page }) => {
  await page.goto("/experiments/new");
  await page.getByLabel("Service").fill("Shop");
  await page.getByLabel("Name", { exact: true }).fill("Peak mix");
  await page.getByLabel("Tags").fill("near reality, nightly");
  await page.getByLabel("Duration").fill("300");
  await page.getByLabel("Rate per generator").fill("5,000");
  await page.getByLabel(/^Generators/).fill("10");
  await expect(page.getByText("15,000,000")).toBeVisible();

  const target = page.getByLabel("Target 1", { exact: true });
  await target.fill("p99 <= 200");
  await expect(
    page.getByText("but the target ends (at character 11). Use a unit: us, ms, s or min."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create experiment" }).click();
  await expect(page.getByText("Target 1 isn't valid.")).toBeVisible();
  await target.fill("p99<=200ms");
  await expect(page.getByText("read as p99 <= 200 ms")).toBeVisible();
  await page.getByRole("button", { name: "Add a target" }).click();
  await page.getByLabel("Target 2", { exact: true }).fill("throughput >= 50k/s");
  await page.getByRole("button", { name: "Create experiment" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toContainText("Peak mix has no runs yet.");
  const main = page.getByRole("main");
  await expect(main).toContainText("throughput ≥ 50000/s");
  for (const tag of ["near reality", "nightly"]) await expect(main).toContainText(tag);
  await expect(main).toContainText("5m");
  await expect(main).toContainText("No runs yet.");
  await expectAccessible(page);
});

test("changed targets are a version, and a run judged again by them has another verdict", async ({
  page,
  upload,
}) => {
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  await page.goto("/experiments");
  await page.getByRole("link", { name: "Mix", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mix holds.");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Target 1", { exact: true }).fill("p99 <= 1 ms");
  await expect(page.getByText("become a new version")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();

  const runs = page.getByRole("table", { name: "Runs" });
  await expect(runs).toContainText("judged by version 1");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mix holds.");
  await page.getByText("1 earlier version").click();
  await expect(page.getByRole("region", { name: "Targets" })).toContainText("from an upload");

  await page.getByRole("button", { name: "Actions for run 1" }).click();
  await page.getByRole("menuitem", { name: /Judge again/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mix misses its targets.");
  await expect(runs).not.toContainText("judged by version 1");

  await page.getByRole("button", { name: "Actions for run 1" }).click();
  await page.getByRole("menuitem", { name: /Set as baseline/ }).click();
  await expect(runs).toContainText("Baseline");
});

test("all runs that earlier targets judged are judged again together", async ({ page, upload }) => {
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Mix", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Mix", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/experiments");
  await page.getByRole("link", { name: "Mix", exact: true }).click();
  const sheet = page.getByRole("region", { name: "Targets" });
  await expect(sheet).toContainText("2 runs were judged by other targets");
  await sheet.getByRole("button", { name: "Judge all runs again" }).click();
  await expect(page.getByText("Judging 2 runs again with version 2.", { exact: true })).toBeVisible();
  await expect(sheet).not.toContainText("judged by other targets", { timeout: 20_000 });
  await expect(page.getByRole("table", { name: "Runs" })).not.toContainText("judged by version 1");
  await expectAccessible(page);
});

test("the second of two editors sees the conflict and loses nothing", async ({ page, context, upload }) => {
  await upload({ experiment: "Shared", body });
  await page.goto("/experiments");
  await page.getByRole("link", { name: "Shared", exact: true }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Owner").fill("Ben");
  await page.getByLabel("Group").fill("Mine");

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Owner").fill("Ana");
  await other.getByLabel("Request set").fill("campaign");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Shared");
  await expect(other).not.toHaveURL(/edit$/);

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("saved this experiment while you were editing it")).toBeVisible();
  await expect(page.getByText("Owner: theirs is “Ana”.")).toBeVisible();
  await expect(page.getByLabel("Owner")).toHaveValue("Ben");
  await expect(page.getByLabel("Group")).toHaveValue("Mine");
  await expect(page.getByLabel("Request set")).toHaveValue("campaign");
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect(page.getByLabel("Owner")).toHaveValue("Ana");
  await page.getByRole("button", { name: "Save my version" }).click();
  await expect(page).not.toHaveURL(/edit$/);
  await expect(page.getByRole("main")).toContainText("Mine");
  await expect(page.getByRole("main")).toContainText("campaign");
});

test("a link to a sheet leads there, though the page streams in", async ({ page, upload }) => {
  const { run } = await upload({ experiment: "Far down", body, targets: ["p99 <= 2 s"] });
  await page.goto(`/runs/${run.id}`);
  await page.getByRole("link", { name: "Far down" }).first().click();
  await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}$/);
  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto(`${page.url()}?metric=p99#sheet-changes`);
  await expect(changes).toBeInViewport();
});

test("two runs are chosen and compared, and an experiment is deleted by its name", async ({
  page,
  upload,
}) => {
  await upload({ experiment: "Twice", body });
  await upload({
    experiment: "Twice",
    body: jmeterResults({ seconds: 31, perSecond: 40, labels: { a: 20 } }),
  });
  await page.goto("/experiments");
  await page.getByRole("link", { name: "Twice", exact: true }).click();
  await expect(page.getByRole("link", { name: "Compare run 2 vs run 1" })).toBeVisible();
  await page.getByLabel("Compare run 1").check();
  await page.getByLabel("Compare run 2").check();
  await expect(
    page.getByRole("status").filter({ hasText: "2 selected" }).getByRole("link", { name: "Compare" }),
  ).toHaveAttribute("href", /^\/comparisons\?runs=[0-9a-f-]{36},[0-9a-f-]{36}$/);
  await expect(page.getByRole("region", { name: "Trend" })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const sure = page.getByRole("button", { name: "Delete experiment" });
  await expect(sure).toBeDisabled();
  await page.getByLabel(/to confirm/).fill("Twice");
  await sure.click();
  await expect(page).toHaveURL(/\/experiments$/);
  await expect(page.getByRole("main")).toContainText("Nothing proved yet.");
});

test("a viewer reads all of it and is offered no change", async ({ page, browser, upload }) => {
  test.slow();
  await upload({ experiment: "Looked at", body, targets: ["p99 <= 2 s"] });
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite" }).first().click();
  const dialog = page.getByRole("dialog");
  const email = `viewer-${randomUUID()}@journey.example`;
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await dialog.getByLabel("Invitation link").innerText();

  const guest = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await guest.goto(link);
  await guest.getByRole("link", { name: "Create an account" }).click();
  await guest.getByLabel("Name").fill("Viewer");
  await guest.getByLabel("Password").fill("correct horse battery");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("button", { name: /^Workspace: journey-/ })).toBeVisible();
  await guest.goto(`${product.webUrl}/experiments`);
  await expect(guest.getByRole("link", { name: "New experiment" })).toBeHidden();
  await guest.getByRole("link", { name: "Looked at", exact: true }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Looked at holds.");
  await expect(guest.getByRole("link", { name: "Edit" })).toBeHidden();
  await expect(guest.getByRole("button", { name: "More actions" })).toBeHidden();
  await expect(guest.getByRole("button", { name: "Actions for run 1" })).toBeHidden();
  await guest.goto(`${guest.url()}/edit`);
  await expect(guest.getByRole("main")).toContainText("You are a viewer in this workspace.");
});

test("page and form are accessible and as wide as the screen, whatever the names", async ({
  page,
  upload,
}) => {
  const hostile = `<b>${"x".repeat(120)}</b> ${"😀".repeat(10)} ${"لا".repeat(20)}`;
  await upload({ experiment: hostile, body, targets: ['p99 of "GET /search" <= 2 s', "p99 <= 1 ms"] });
  await page.goto("/experiments");
  await page.locator("[data-row] th a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<b>xxx");
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
  await expectReadable(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Target 2", { exact: true })).toHaveValue("p99 <= 1 ms");
  await page.getByLabel("Target 2", { exact: true }).fill(`p99 <= ${"9".repeat(300)} parsecs`);
  await expectReadable(page);
});
