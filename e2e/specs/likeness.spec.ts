import { expect, expectReadable, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { sendSeconds } from "../src/peak-day.ts";

test("a run shows whether it was like live traffic", async ({ page, request, workspace, upload }) => {
  const { run } = await upload({
    experiment: "Peak mix",
    body: jmeterResults({ seconds: 60, perSecond: 20, labels: { "/cart": 20, "GET /pay": 40 } }),
  });
  await page.goto(`/runs/${run.id}`);
  const tab = page.getByRole("tab", { name: "Live traffic" });
  await tab.click();
  const panel = page.getByRole("tabpanel");
  await expect(panel).toContainText("Shop has no live traffic to compare this run with.");

  await sendSeconds(workspace, request, { seconds: 300, perSecond: 10 });
  await expect(async () => {
    await page.reload();
    // The panel asks for it once the page's scripts run, however long that takes.
    await expect(panel).toContainText(/requests|no live traffic/);
    expect(await panel.innerText()).toContain("3,000 requests");
  }).toPass();
  await expect(panel).toContainText("Not representative of live traffic.");
  await expect(panel).toContainText("25.0% of the test's requests would have to go to other labels");
  await expect(panel.getByRole("row", { name: /\/pay in the test GET \/pay/ })).toContainText("+25.0");
  await expectReadable(page);

  await panel.getByRole("button", { name: "Compare with another window" }).click();
  await panel.getByLabel("From").fill("2020-01-01T00:00:00");
  await panel.getByLabel("To").fill("2020-01-01T01:00:00");
  await panel.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/livefrom=/);
  await expect(panel).toContainText("0 requests");
  await expect(panel).toContainText("Can't say whether this run is representative.");
  await panel.getByRole("button", { name: "Compare with another window" }).click();
  await panel.getByRole("button", { name: "Use the busiest hour" }).click();
  await expect(panel).toContainText("Not representative of live traffic.");

  await page.goto("/experiments");
  await page.getByRole("link", { name: "Peak mix" }).first().click();
  const line = page.getByText("Run 1: Not representative of live traffic.");
  await expect(line).toBeVisible();
  await page.getByRole("link", { name: "Compare with live traffic" }).click();
  await expect(panel).toContainText("Live mix for your test");
});
