import { expect, expectReadable, test } from "../src/fixtures.ts";
import { createPeakDay } from "../src/peak-day.ts";
import { product } from "../src/product.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";

test("members open the trace of a slow request, and guests don't see it", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  const now = Date.now();
  const at = (millisAgo: number) => `${now - millisAgo}000000`;
  const point = {
    timeUnixNano: at(1_000),
    startTimeUnixNano: at(121_000),
    attributes: [{ key: "http.route", value: { stringValue: "/pay" } }],
    count: "1200",
    sum: 90,
    bucketCounts: ["1199", "1"],
    explicitBounds: [1],
    exemplars: [{ timeUnixNano: at(1_000), asDouble: 1.9, traceId: TRACE }],
  };
  const histogram = { aggregationTemporality: 1, dataPoints: [point] };
  const metrics = [{ name: "http.server.request.duration", unit: "s", histogram }];
  const answer = await request.post(`${product.ingestUrl}/v1/metrics?service=Shop`, {
    headers: { authorization: `Bearer ${workspace.ingestToken}`, "content-type": "application/json" },
    data: { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  const labels = page.getByRole("table", { name: "Labels" });
  await expect(async () => {
    await page.goto("/services/shop");
    await expect(labels).toContainText(`Trace of 1,900 ms: ${TRACE}`, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  await page.goto("/settings/workspace");
  const url = page.getByLabel("URL of a trace");
  const form = page.locator("form").filter({ has: url });
  await url.fill("javascript:alert('{traceId}')");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Expected http:// or https://.");
  await url.fill("https://tempo.example.com/trace/{traceId}");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("status")).toContainText("Saved.");
  await expectReadable(page);

  await page.goto("/services/shop");
  const link = labels.getByRole("link", { name: "Trace of 1,900 ms" });
  await expect(link).toHaveAttribute("href", `https://tempo.example.com/trace/${TRACE}`);
  await expect(link).toHaveAttribute("rel", "noreferrer");
  await expectReadable(page);

  const id = await createPeakDay(workspace, request, { name: "Sale", inHours: -2 });
  await page.goto(`/peak-days/${id}`);
  const mix = page.getByRole("region", { name: "Labels" });
  await expect(mix.getByRole("link", { name: "Trace of 1,900 ms" })).toBeVisible();
  await expectReadable(page);

  await page.locator("main header").getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByLabel("Share link").inputValue();
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  await guest.goto(address);
  await expect(guest.getByRole("region", { name: "Labels" })).toContainText("/pay");
  const html = await guest.content();
  for (const own of [TRACE, "tempo.example.com", "Trace of"]) expect(html).not.toContain(own);
  const asked = await guest.request.get(
    `${product.webUrl}/api/trpc/service.traces?input=${encodeURIComponent(
      JSON.stringify({ json: { service: "shop", from: null, to: null } }),
    )}`,
  );
  expect(asked.status()).toBe(401);
  await context.close();
});
