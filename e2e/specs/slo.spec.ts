import type { APIRequestContext } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";

/** A request a second for two hours; 30 of the last half hour failed. */
async function sendTraffic({ ingestToken }: JourneyWorkspace, request: APIRequestContext) {
  const end = Math.floor(Date.now() / 1_000);
  const lines = Array.from({ length: 7_200 }, (_, ago) => {
    const failed = ago < 1_800 && ago % 60 === 0;
    return `http_req_duration,name=/cart,expected_response=${!failed} value=20 ${end - ago}000000000`;
  });
  for (const part of [lines.slice(0, 4_000), lines.slice(4_000)]) {
    const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
      headers: { authorization: `Bearer ${ingestToken}` },
      data: part.join("\n"),
    });
    expect(answer.status(), await answer.text()).toBe(204);
  }
}

test("an SLO says how fast its error budget burns, and what spent it", async ({
  page,
  request,
  workspace,
}) => {
  await sendTraffic(workspace, request);
  await page.goto("/services/shop");
  const sentence = page.getByRole("heading", { level: 1 });
  // What was accepted is counted a moment later, and an SLO is measured once, when its page opens.
  await expect(sentence).toContainText("in the last 15 minutes.");
  await page.getByRole("link", { name: /^SLOs/ }).click();
  await expect(sentence).toContainText("No SLOs yet.");
  await page.getByRole("link", { name: "New SLO" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Checkout is fast");
  await page.getByLabel("Objective").fill("100");
  await page.getByLabel("Time limit").fill("300");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create SLO" }).click();
  await expect(page.getByText("100% leaves no error budget")).toBeVisible();
  await page.getByLabel("Objective").fill("99");
  await page.getByRole("button", { name: "Create SLO" }).click();

  await expect(sentence).toContainText("x the allowed rate.");
  await expect(page.getByRole("region", { name: "Figures" })).toContainText("objective 99%");
  await expect(page.getByRole("table", { name: "Burn rates" }).getByRole("row")).toHaveCount(4);
  for (const rule of ["1 h and 5 min", "6 h and 30 min", "3 d and 6 h"])
    await expect(page.getByRole("rowheader", { name: rule })).toBeVisible();
  await expect(page.getByRole("table", { name: "What used the budget" })).toContainText("/cart");
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expectReadable(page);

  const alerts = page.getByRole("region", { name: "Alerts" });
  await expect(alerts).toContainText("No alerts are set for this SLO.");
  await alerts.getByLabel("Emails").fill("ops@mail.example");
  await alerts.getByRole("button", { name: "Save alerts" }).click();
  await alerts.getByRole("button", { name: "Send a test" }).click();
  await expect(alerts.getByRole("status")).toContainText("The test is on its way.");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Shop", exact: true }).last().click();
  await expect(page.getByRole("table", { name: "SLOs" })).toContainText("Checkout is fast");
  await page.getByRole("button", { name: "Import OpenSLO" }).click();
  await page.getByLabel("YAML").fill("kind: Service");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("expected openslo/v1");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/services");
  await page.getByRole("link", { name: "1 SLO" }).click();
  await expect(sentence).toContainText("The SLO is met so far.");
});
