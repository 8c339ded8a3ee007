import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test, untilJudged } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

/** Two minutes, of which the first twenty seconds take longer than the target allows. */
const [head = "", ...lines] = jmeterResults({
  seconds: 120,
  perSecond: 40,
  labels: { "GET /search": 20 },
}).split("\n");
const body = [
  head,
  ...lines.map((line, at) => (at < 800 ? line.replace(/^(\d+),(\d+)/, "$1,900") : line)),
].join("\n");
const targets = ["p99 <= 200 ms"];
const hostile = `<img src=x onerror="document.title=1">`;

const sentence = (page: Page) => page.getByRole("heading", { level: 1 });

async function choose(page: Page, item: string) {
  await page.getByRole("button", { name: "More" }).click();
  const words = page.getByText(item, { exact: true });
  await page.getByRole("menuitem").filter({ has: words }).click();
}

test("a steady phase set by hand changes the verdict, says who set it, and can be given up", async ({
  upload,
  page,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(`${run.url}?from=40&to=110`);
  await page.getByRole("button", { name: "Use as steady phase" }).click();
  await expect(page.getByText(/^Steady phase set by Owner/)).toBeVisible();
  await expect(sentence(page)).toContainText("Holds.");
  await expect(page.getByText(/, set manually$/).first()).toBeVisible();

  await page.goto(`${run.url}?from=0&to=50`);
  await page.getByRole("button", { name: "Use as steady phase" }).click();
  await expect(sentence(page)).toContainText(/Misses .*targets?\./);

  await page.getByRole("button", { name: "Detect it automatically" }).click();
  await expect(page.getByText(/^Steady phase set by/)).toBeHidden();
});

test("the edges of the steady phase are moved by keys", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const edge = page.getByRole("slider", { name: "Start of the steady phase" });
  await edge.focus();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Steady phase set by Owner/)).toBeVisible();
});

test("an event is added with its moment, and appears on the timeline", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(`${run.url}?tab=events`);
  await page.getByLabel("Type", { exact: true }).selectOption("Cache flush");
  await page.getByRole("textbox", { name: "Title" }).fill(hostile);
  await page.getByRole("textbox", { name: "Time", exact: true }).fill("soon");
  await page.getByRole("button", { name: "Add an event" }).click();
  await expect(page.getByText("Enter a time like 1:30.")).toBeVisible();
  await page.getByRole("textbox", { name: "Time", exact: true }).fill("0:45");
  await page.getByRole("button", { name: "Add an event" }).click();
  const event = page.getByRole("listitem").filter({ hasText: "cache flush" });
  await expect(event).toContainText("0:45");
  await expect(event).toContainText(hostile);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await expectAccessible(page);
});

test("a comment is pinned to a moment, shown on the timeline, edited, resolved and deleted", async ({
  upload,
  page,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(`${run.url}?tab=events`);
  await page.getByRole("textbox", { name: "Comment" }).fill(hostile);
  await page.getByRole("textbox", { name: "Time (optional)" }).fill("0:30");
  await page.getByRole("button", { name: "Add a comment" }).click();
  await expect(page.getByText(hostile).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "at 0:30" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Comment: Owner: <img/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Comment" }).first().fill("The cache was cold.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("edited")).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("1 resolved").click();
  await expect(page.getByText("The cache was cold.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Comment: / })).toHaveCount(0);
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByText("1 resolved")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Comment: Owner: The cache/ })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("The cache was cold.")).toHaveCount(0);
  expect(await page.title()).toContain("Run 1");
});

test("configuration and notes are edited, and the second of two editors sees the conflict", async ({
  upload,
  page,
  context,
  request,
  workspace,
}) => {
  const uploaded = await upload({ experiment: "Peak mix", body });
  // The second page would read what the first saves while it waits for the judgement.
  await untilJudged(workspace, request, uploaded);
  const { run } = uploaded;
  const second = await context.newPage();
  await second.goto(run.url);
  await page.goto(run.url);
  await choose(page, "Edit configuration and notes");
  await page.getByRole("textbox", { name: /^Notes/ }).fill(`Warm cache ${hostile}`);
  await page.getByRole("textbox", { name: /^Configuration/ }).fill("canary\nmemory=12 GB");
  await page.getByRole("textbox", { name: /^What was changed/ }).fill("8 to 12 GB");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Configuration and notes" })).toContainText(hostile);
  await expect(page.getByRole("list", { name: "Configuration" })).toContainText("memory=12 GB");

  await choose(second, "Edit configuration and notes");
  await second.getByRole("textbox", { name: /^Notes/ }).fill("Mine");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second.getByText("Someone else has changed this run in the meantime.")).toBeVisible();
  await expect(second.getByRole("textbox", { name: /^Notes/ })).toHaveValue("Mine");
});

test("a deleted run is undone from the toast, or brought back where it was", async ({
  upload,
  page,
  context,
  request,
  workspace,
}) => {
  const uploaded = await upload({ experiment: "Peak mix", body });
  // The page reads itself again until then.
  await untilJudged(workspace, request, uploaded);
  const { run } = uploaded;
  const watching = await context.newPage();
  await watching.goto(run.url);
  await page.goto(run.url);
  await choose(page, "Delete");
  await page.getByRole("button", { name: "Delete run" }).click();
  await expect(page).toHaveURL(/\/experiments\//);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(run.url);
  await expect(sentence(page)).toContainText("40.0 req/s");

  await choose(page, "Delete");
  await page.getByRole("button", { name: "Delete run" }).click();
  await expect(page).toHaveURL(/\/experiments\//);
  // It is gone afterwards, so it can't be seen to be checked.
  await watching.getByRole("radio", { name: "Whole run" }).click({ force: true });
  await expect(sentence(watching)).toContainText("was deleted.");
  await page.goto("/runs/deleted");
  await expect(page.getByRole("table", { name: "Deleted runs" })).toContainText("Peak mix, run 1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(sentence(page)).toContainText("40.0 req/s");
});

test("the baseline is pinned, and deleting it says so", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await choose(page, "Set as baseline");
  await expect(page.getByText("Baseline", { exact: true })).toBeVisible();
  await choose(page, "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("It is the experiment's baseline");
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("a run is compared with its reference, or says that it has none", async ({ upload, page }) => {
  const first = await upload({ experiment: "Peak mix", body });
  await page.goto(first.run.url);
  const compare = page.getByRole("main").getByRole("button", { name: "Compare" });
  await expect(compare).toHaveAccessibleDescription(/^There is no earlier run/);
  await expect(compare).toHaveAttribute("aria-disabled", "true");

  await choose(page, "Set as baseline");
  await expect(page.getByText("Baseline", { exact: true })).toBeVisible();
  const second = await upload({ experiment: "Peak mix", body });
  const both = new RegExp(`runs=${first.run.id},${second.run.id}&judged=run$`);
  await page.goto(second.run.url);
  await page.getByRole("link", { name: "Compare vs run 1" }).click();
  await expect(page).toHaveURL(both);
  await expect(page.getByRole("listitem", { name: "Run 1", exact: true })).toBeVisible();
  await page.goto(`/comparisons?runs=${second.run.id}`);
  await expect(page).toHaveURL(both);

  // The baseline has no reference of its own, so the run after it is compared with it.
  await page.goto(first.run.url);
  await page.getByRole("link", { name: "Compare vs run 2" }).click();
  await expect(page).toHaveURL(new RegExp(`runs=${first.run.id},${second.run.id}$`));
});

test("a deleted run's page is accessible and as wide as the screen", async ({ upload, page }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  await page.goto(run.url);
  await choose(page, "Delete");
  await page.getByRole("button", { name: "Delete run" }).click();
  await expect(page).toHaveURL(/\/experiments\//);
  await page.goto(run.url);
  await expect(sentence(page)).toContainText("was deleted.");
  await expectReadable(page);
});

test("a run is set aside with a reason, is marked on its page and in lists, and counts again", async ({
  upload,
  page,
}) => {
  const experiment = "Noisy mix";
  await upload({ experiment, body });
  const { run } = await upload({ experiment, body: `${body}\n` });
  await page.goto(run.url);
  await choose(page, "Set aside");
  const dialog = page.getByRole("dialog", { name: /^Set run \d+ aside/ });
  await expect(dialog.getByRole("button", { name: "Set aside" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(hostile);
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(page.getByText(`Set aside: ${hostile} (by Owner on`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: experiment }).first().click();
  const rows = page.getByRole("table", { name: "Runs" }).getByRole("row");
  const folded = page.getByRole("button", { name: /^1 run set aside/ });
  await expect(rows.filter({ hasText: "Set aside" })).toHaveCount(0);
  await folded.click();
  await expect(rows.filter({ hasText: "Set aside" }).last()).toContainText("Run 2");
  await expectAccessible(page);

  await page.goto(run.url);
  await choose(page, "Count again");
  await expect(page.getByText(/^Set aside:/)).toHaveCount(0);
});

test("a change is accepted with a reason where reports link to, and that is undone", async ({
  upload,
  page,
  workspace,
  request,
}) => {
  const experiment = "Slower mix";
  const results = (day: number, millis: number) =>
    jmeterResults({ seconds: 60, perSecond: 20, labels: { "GET /search": millis }, day });
  for (let day = 0; day < 5; day++)
    await untilJudged(workspace, request, await upload({ experiment, body: results(day, 20) }));
  const slow = await upload({ experiment, body: results(6, 60) });
  await untilJudged(workspace, request, slow);
  await page.goto(`${slow.run.url}#accept`);
  await page.getByRole("button", { name: "Accept change" }).click();
  const dialog = page.getByRole("dialog", { name: "Accept this change?" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The new index is worth it.");
  await dialog.getByRole("button", { name: "Accept change" }).click();
  await expect(page.getByText(/^Accepted by Owner on .*: The new index is worth it\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo acceptance" }).click();
  await expect(page.getByText(/^Accepted by/)).toHaveCount(0);
});
