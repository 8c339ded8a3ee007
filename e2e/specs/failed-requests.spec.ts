import { expect, expectAccessible, expectReadable, expectReady, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

const body = (typical: number) => jmeterResults({ seconds: 30, perSecond: 40, labels: { Home: typical } });
/** Calls can share a request, whose address then has the names of all of them. */
const callsOf = (procedure: string) => new RegExp(`/api/trpc/[^?]*${procedure.replace(".", "\\.")}`);

test("rounds say that they couldn't be compared, and try again", async ({ page, upload }) => {
  for (const round of ["1", "2"])
    await upload({ experiment: "Mix", body: body(20), parameters: { configuration: `round=${round}` } });
  await page.route(callsOf("comparison.pairStatistics"), (route) => route.abort());
  await page.goto("/comparisons/rounds?service=shop&key=round&before=1&after=2");
  const sentence = page.getByRole("heading", { level: 1 });
  await expect(sentence).toContainText("Couldn't compare the only pair.");
  const evidence = page.getByRole("region", { name: "Evidence" });
  await expect(evidence.getByRole("alert")).toContainText("Couldn't load how certain the changes are.");
  await expect(evidence).not.toContainText("1.00x");
  await expect(page.getByRole("table", { name: "First round to second round" })).toContainText(
    "Couldn't be loaded.",
  );
  await expectReadable(page);

  await page.unroute(callsOf("comparison.pairStatistics"));
  await evidence.getByRole("button", { name: "Try again" }).click();
  await expect(evidence.getByRole("alert")).toHaveCount(0);
  await expect(sentence).not.toContainText("Couldn't");
});

test("an experiment without runs stays if deleting it is refused, and the dialog says why", async ({
  page,
}) => {
  await page.goto("/experiments/new");
  await page.getByLabel("Service").fill("Shop");
  await page.getByLabel("Name", { exact: true }).fill("Peak mix");
  await page.getByRole("button", { name: "Create experiment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Peak mix has no runs yet.");
  await page.route(callsOf("experiment.delete"), (route) => route.abort());
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this experiment?" });
  await dialog.getByRole("button", { name: "Delete experiment" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Couldn't reach the server.");
  await expectAccessible(page);

  await page.unroute(callsOf("experiment.delete"));
  await dialog.getByRole("button", { name: "Delete experiment" }).click();
  await expect(page).toHaveURL(/\/experiments$/);
});

test("the first-run page says while it can't look for runs", async ({ page }) => {
  await page.goto("/first-run");
  await expectReady(page);
  await page.route(callsOf("firstRun.state"), (route) => route.abort());
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Couldn't check for new runs.");
  await expectAccessible(page);
  await page.unroute(callsOf("firstRun.state"));
  await expect(alert).toHaveCount(0);
});
