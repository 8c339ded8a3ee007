import { expect, expectReadable, test } from "../src/fixtures.ts";
import { createPeakDay } from "../src/peak-day.ts";
import { product } from "../src/product.ts";

const iso = (second: number) => new Date(second * 1_000).toISOString();

test("a deploy is compared: the hour before with the hour after, as often as you like", async ({
  page,
  request,
  workspace,
}) => {
  const deployed = Math.floor(Date.now() / 60_000) * 60 - 2 * 3_600;
  const lines = Array.from({ length: 900 }, (_, at) => {
    const second = deployed - 4_500 + at * 10;
    const value = (second < deployed ? 20 : 30) + (at % 5);
    return `http_req_duration,name=/cart,expected_response=true value=${value} ${second}000000000`;
  });
  const headers = { authorization: `Bearer ${workspace.ingestToken}` };
  const sent = await request.post(`${product.ingestUrl}/write?db=Shop`, { headers, data: lines.join("\n") });
  expect(sent.status(), await sent.text()).toBe(204);
  const now = Math.floor(Date.now() / 1_000);
  const added = await request.post(`${product.ingestUrl}/v1/services/shop/events`, {
    headers,
    data: [
      { at: iso(deployed), kind: "deploy", title: "v2.4.0" },
      { at: iso(now - 60), kind: "deploy", title: "v2.4.1" },
      { at: iso(deployed + 60), kind: "note", title: "All quiet" },
    ],
  });
  expect(added.status(), await added.text()).toBe(201);

  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -3 });
  const open = async () => {
    await page.goto(`/peak-days/${id}`);
    await expect(page.getByRole("region", { name: "What happened" })).toContainText("All quiet");
  };
  await open();
  const button = (title: string) => page.getByRole("button", { name: `Compare before and after ${title}` });
  await expect(button("All quiet")).toHaveCount(0);
  await button("v2.4.1").click();
  await expect(page.getByText("There isn't enough traffic after this event yet.")).toBeVisible();
  await expectReadable(page);

  await expect(page.getByRole("region", { name: "Figures" })).toContainText("360 requests");
  await button("v2.4.0").click();
  await expect(page).toHaveURL(/\/comparisons\?runs=[\w-]{36},[\w-]{36}$/, { timeout: 20_000 });
  const address = page.url();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Both runs are live traffic.").first()).toBeVisible();
  // Two hours of live traffic alone settle nothing.
  const row = page.getByRole("row", { name: /^p99 ms/ });
  await expect(row).toContainText("23.9");
  await expect(row).toContainText("33.9");
  for (const word of ["Regressed", "Improved"])
    await expect(page.getByText(word, { exact: true })).toHaveCount(0);

  await open();
  await button("v2.4.0").click();
  await expect(page).toHaveURL(address, { timeout: 20_000 });

  // The page of the service offers the same.
  await page.goto("/services/shop?last=6h");
  await expect(button("All quiet")).toHaveCount(0);
  await button("v2.4.0").click();
  await expect(page).toHaveURL(address, { timeout: 20_000 });

  // The deploy began earlier than CI said: other windows, so another comparison.
  await open();
  await page.getByRole("button", { name: "Edit v2.4.0" }).click();
  const form = page.getByRole("form", { name: "Edit v2.4.0" });
  await form.getByLabel("Time").fill(iso(deployed - 600).slice(0, 16));
  await form.getByLabel("Title").fill("v2.4.0, canary");
  await expectReadable(page);
  await form.getByRole("button", { name: "Save event" }).click();
  await expect(page.getByRole("region", { name: "What happened" })).toContainText("edited");
  await button("v2.4.0, canary").click();
  await expect(page).toHaveURL(/\/comparisons\?runs=/, { timeout: 20_000 });
  expect(page.url()).not.toBe(address);
});
