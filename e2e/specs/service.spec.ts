import type { APIRequestContext } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { sendSeconds } from "../src/peak-day.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";

/** What k6 sends for each request, ten a second for the last minute. */
async function sendTraffic({ ingestToken }: JourneyWorkspace, request: APIRequestContext) {
  const end = Math.floor(Date.now() / 1_000);
  const lines = Array.from({ length: 600 }, (_, at) => {
    const failed = at % 100 === 0 ? "false" : "true";
    const tags = `name=/${at % 2 === 0 ? "cart" : "search"},method=GET,expected_response=${failed}`;
    return `http_req_duration,${tags} value=${20 + (at % 30)} ${end - 60 + Math.floor(at / 10)}${at % 10}00000000`;
  });
  const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
    headers: { authorization: `Bearer ${ingestToken}` },
    data: lines.join("\n"),
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

test("a service's live traffic appears on its page while it arrives", async ({
  page,
  request,
  workspace,
}) => {
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No services yet.");
  await expect(page.getByLabel("Command that sends one request")).toContainText(product.ingestUrl);
  await expectReadable(page);

  await sendTraffic(workspace, request);
  await expect(page.getByRole("table", { name: "Services" })).toContainText("Shop", { timeout: 30_000 });
  await page.getByRole("link", { name: "Shop" }).click();
  await expect(page).toHaveURL(/\/services\/shop$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Shop is at [\d.]+\sreq\/s\..* errors in the last 15 minutes\./,
  );
  const figures = page.getByRole("region", { name: "Figures of the range" });
  await expect(figures).toContainText("6 failed");
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expectReadable(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const labels = page.getByRole("table", { name: "Labels" });
  await expect(labels.getByRole("row").first()).toContainText("p99, ms");
  await page.getByLabel("Sort by").selectOption("label");
  await expect(labels.getByRole("row").first()).toContainText("/cart");
  await page.getByLabel("Sort by").selectOption("requests");
  await page.setViewportSize({ width: 1280, height: 720 });

  const what = page.getByRole("region", { name: "What happened" });
  await what.getByLabel("What happens now").fill("v2.4.0");
  await what.getByRole("button", { name: "Add event" }).click();
  await expect(what.getByRole("listitem")).toContainText(/Note v2\.4\.0/);
  await what.getByRole("button", { name: "Edit v2.4.0" }).click();
  await what.getByLabel("Title").fill("v2.4.1");
  await what.getByRole("button", { name: "Save event" }).click();
  await expect(what.getByRole("listitem")).toContainText(/Note v2\.4\.1.*edited/);
  await expectAccessible(page);

  // Nobody reloads the page.
  await sendSeconds(workspace, request, { seconds: 1, perSecond: 100 });
  await expect(figures).toContainText("700 in the range", { timeout: 10_000 });
  await what.getByRole("button", { name: "Delete v2.4.1" }).click();
  await expect(what).toContainText("No events yet.");

  await page.getByRole("link", { name: "/cart" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("375 requests of /cart");
  await page.getByRole("radiogroup", { name: "Range" }).getByText("1 h", { exact: true }).click();
  await expect(page).toHaveURL(/last=1h&label=%2Fcart/);
  await page.getByRole("link", { name: "Show all requests" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("errors in the last hour.");
  await expect(figures).toContainText("700 in the range");

  await page.getByRole("button", { name: "Keep as run" }).click();
  const dialog = page.getByRole("dialog", { name: "Keep as run" });
  const from = dialog.getByLabel("From");
  const shown = await from.inputValue();
  await from.fill("2099-01-01T00:00:00");
  await expect(dialog.getByText("Must be after the start.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep as run" })).toBeDisabled();
  await from.fill(shown);
  await dialog.getByLabel("Experiment").fill("An ordinary minute");
  await expect(dialog.getByText("A new experiment “An ordinary minute” will be created.")).toBeVisible();
  await dialog.getByLabel("Environment").fill("production");
  await expectAccessible(page);
  const tickets = /\/api\/trpc\/[^?]*upload\.ticket/;
  await page.route(tickets, (route) => route.abort());
  await dialog.getByRole("button", { name: "Keep as run" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Couldn't get an upload ticket.");
  await page.unroute(tickets);
  await dialog.getByRole("button", { name: "Keep as run" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("link", { name: "live traffic of Shop" })).toHaveAttribute(
    "href",
    /^\/services\/shop\?from=/,
  );
  await expect(page.getByText("An ordinary minute", { exact: true }).first()).toBeVisible();
  await expectReadable(page);
});
