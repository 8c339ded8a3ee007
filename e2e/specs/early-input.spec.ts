import { expect, expectAccessible, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { openWithoutScripts } from "../src/slow-scripts.ts";
import type { Page } from "@playwright/test";

/*
 * A slow connection shows a page long before its scripts run. What people type, choose or press in the meantime is
 * kept, or can't be done yet.
 */
const nobody = { cookies: [], origins: [] };
const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });

const TYPED: Readonly<Record<string, string>> = {
  date: "2030-02-03",
  "datetime-local": "2030-02-03T04:05",
  email: "early@shop.example",
  url: "https://ci.example/1",
};

const textControls = (page: Page) =>
  page.locator(
    "main :is(textarea, input:not([type=file], [type=checkbox], [type=radio], [type=hidden])):enabled:not([readonly])",
  );

/** Types into every text control of the page, and answers what each holds now. */
async function typeEverywhere(page: Page): Promise<string[]> {
  const controls = await textControls(page).filter({ visible: true }).all();
  for (const [at, control] of controls.entries()) {
    const type = (await control.getAttribute("type")) ?? "text";
    const isNumber = /^(numeric|decimal)$/.test((await control.getAttribute("inputmode")) ?? "");
    await control.fill(TYPED[type] ?? (isNumber ? String(at + 1) : `Early ${at}`));
  }
  return valuesOf(page, "value");
}

/** React writes the state of a control into its default value, so the two differ where the state knows of nothing. */
const valuesOf = (page: Page, property: "value" | "defaultValue") =>
  textControls(page).evaluateAll<string[], string>(
    (controls, name) => controls.map((control) => String(Reflect.get(control, name))),
    property,
  );

async function expectTypedTextKept(page: Page, path: string): Promise<void> {
  const scripts = await openWithoutScripts(page, path);
  const typed = await typeEverywhere(page);
  expect(typed.length, path).toBeGreaterThan(0);
  await scripts.release();
  await expect.poll(() => valuesOf(page, "defaultValue"), path).toEqual(typed);
  expect(await valuesOf(page, "value"), path).toEqual(typed);
}

test.describe("before anyone has signed in", () => {
  test.use({ storageState: nobody });

  test("text typed before the scripts run is kept", async ({ page }) => {
    for (const path of ["/sign-in", "/sign-up", "/reset", "/reset/x"]) await expectTypedTextKept(page, path);
  });

  test("a form can't be sent before its scripts run", async ({ page }) => {
    const scripts = await openWithoutScripts(page, "/sign-in");
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    await page.getByLabel("Email").fill("early@shop.example");
    await page.getByLabel("Password").fill("not the password");
    await page.getByLabel("Password").press("Enter");
    await expect(button).toBeDisabled();
    await expect(button).toHaveCSS("opacity", "0.5");
    await expect(button).toHaveCSS("cursor", "progress");
    await expectAccessible(page);
    await scripts.release();
    await expect(button).toHaveCSS("opacity", "1");
    await button.click();
    await expect(page.getByText("Wrong email or password.")).toBeVisible();
  });
});

test("a file chosen before the scripts run is read and can be sent", async ({ page }) => {
  const scripts = await openWithoutScripts(page, "/upload");
  const chooser = page.getByLabel("Choose result files");
  await chooser.setInputFiles({
    name: "early.jtl",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(body),
  });
  await page.getByLabel("Service and experiment").fill("Shop / Early");
  await scripts.release();
  await expect(page.getByRole("list", { name: "Files", exact: true })).toContainText("JMeter");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
});

test("a file chosen just as the scripts start is taken once", async ({ page }) => {
  const scripts = await openWithoutScripts(page, "/upload");
  await page.getByLabel("Choose result files").setInputFiles({
    name: "early.jtl",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(body),
  });
  await page.evaluate(`setInterval(() => document.querySelector("input[type=file]")
    .dispatchEvent(new Event("change", { bubbles: true })), 1)`);
  await scripts.release();
  const files = page.getByRole("list", { name: "Files", exact: true }).getByRole("listitem");
  await expect(files).toContainText("JMeter");
  await expect(files).toHaveCount(1);
});

test("text typed before the scripts run is kept on every page", async ({ page, upload }) => {
  test.slow();
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  const experiment = await page.getByRole("link", { name: "Peak mix" }).first().getAttribute("href");
  for (const path of [
    "/upload",
    "/account",
    "/workspaces/new",
    "/settings/workspace",
    "/experiments",
    "/experiments/new",
    `${experiment ?? ""}/edit`,
    "/comparisons/rounds",
    `/runs/${run.id}?tab=events`,
  ])
    await expectTypedTextKept(page, path);
});

test("choices made before the scripts run count", async ({ page, upload }) => {
  test.slow();
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  const failing = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /": 20 }, failedShare: 0.05 });
  const { run } = await upload({ experiment: "Slower", body: failing, targets: ["p99 <= 1 ms"] });

  let scripts = await openWithoutScripts(page, "/experiments");
  await page.getByRole("checkbox", { name: /Slow/ }).first().check();
  await page.getByRole("checkbox", { name: /Fast/ }).check();
  await page.getByLabel("Sort by").selectOption("Name");
  await page.getByRole("radio", { name: /Misses/ }).check({ force: true });
  await scripts.release();
  await expect(page).toHaveURL(/outcome=misses/);
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();

  scripts = await openWithoutScripts(page, "/experiments/new");
  await page.getByLabel("Service").fill("Shop");
  await page.getByLabel("Name").fill("Early");
  await page.getByRole("checkbox", { name: "Represents the peak" }).check();
  await scripts.release();
  await page.getByRole("button", { name: "Create experiment" }).click();
  await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}$/);
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByLabel("Name")).toHaveValue("Early");
  await expect(page.getByRole("checkbox", { name: "Represents the peak" })).toBeChecked();

  scripts = await openWithoutScripts(page, `/runs/${run.id}?tab=events`);
  await page.getByLabel("Type", { exact: true }).selectOption("Cache flush");
  await page.getByRole("textbox", { name: "Title" }).fill("Early");
  await page.getByRole("textbox", { name: "Time", exact: true }).fill("0:10");
  await scripts.release();
  await page.getByRole("button", { name: "Add an event" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "cache flush" })).toContainText("Early");

  scripts = await openWithoutScripts(page, `/runs/${run.id}`);
  await page.getByRole("switch", { name: "Successful only" }).check();
  await scripts.release();
  await expect(page).toHaveURL(/successful=1/);
});

test("text in a panel of the tables is kept when an early choice changes the page", async ({
  page,
  upload,
}) => {
  const failing = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /": 20 }, failedShare: 0.05 });
  const { run } = await upload({ experiment: "Peak mix", body: failing });
  const scripts = await openWithoutScripts(page, `/runs/${run.id}?tab=events`);
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("Typed early");
  await page.getByRole("switch", { name: "Successful only" }).check();
  await scripts.release();
  await expect(page).toHaveURL(/successful=1/);
  await expect(comment).toHaveValue("Typed early");
  await page.getByRole("button", { name: "Add a comment" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Typed early" })).toBeVisible();
});

test("buttons that need scripts wait for them", async ({ page, upload }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  for (const path of ["/", "/experiments", "/upload", "/account", "/settings/tokens", `/runs/${run.id}`]) {
    const scripts = await openWithoutScripts(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("button").first()).toBeVisible();
    await expect(page.locator("button:enabled"), path).toHaveCount(0);
    await scripts.release();
    await expect(page.getByRole("button", { name: "account of" }), path).toBeEnabled();
    await expect(page.locator("button[data-waiting]"), path).toHaveCount(0);
  }
});
