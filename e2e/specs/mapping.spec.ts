import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";

test("a person chooses what a service's requests are counted from", async ({ page, request, workspace }) => {
  const second = Math.floor(Date.now() / 1_000) - 30;
  const send = async (lines: readonly string[], at: number) => {
    const answer = await request.post(`${product.ingestUrl}/write?db=Shop&precision=s`, {
      headers: { authorization: `Bearer ${workspace.ingestToken}`, "content-type": "text/plain" },
      data: lines.map((line) => `${line} ${at}`).join("\n"),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const k6 = "http_req_duration,name=/users/17,expected_response=true value=12";
  const counts = "http_requests_total,path=/users/17,code=200 value=3";
  await send([k6, counts, "vus value=4", "queue_depth,pool=main value=7"], second);

  const sentence = page.getByRole("heading", { level: 1 });
  await expect(async () => {
    await page.goto("/services/shop/mapping");
    await expect(sentence).toContainText("Requests are counted from k6.", { timeout: 1_000 });
  }).toPass();
  await expectReadable(page);
  await expect(page.getByText("/users/{id}", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("row", { name: /queue_depth/ })).toContainText("pool=main");

  const prometheus = page.getByRole("radio", { name: "Prometheus client (http_requests_total)" });
  await prometheus.click();
  await expect(prometheus).toBeChecked();
  await expect(sentence).toContainText("takes over with its next requests");
  await send([k6, counts], second + 20);
  await expect(async () => {
    await page.reload();
    await expect(sentence).toContainText("Requests are counted from Prometheus client", { timeout: 1_000 });
  }).toPass();

  const fold = page.getByRole("switch", { name: "Fold IDs in paths" });
  const saved = page.waitForResponse((response) => response.url().includes("mapping.update"));
  await fold.click();
  await expect(fold).not.toBeChecked();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(fold).not.toBeChecked();
});

test("a person counts requests from a metric that isn't known", async ({ page, request, workspace }) => {
  const second = Math.floor(Date.now() / 1_000) - 30;
  const send = async (at: number) => {
    const lines = ["200", "503"].map((code) => `orders_total,queue=main,code=${code} handled=4 ${at}`);
    const answer = await request.post(`${product.ingestUrl}/write?db=Orders&precision=s`, {
      headers: { authorization: `Bearer ${workspace.ingestToken}`, "content-type": "text/plain" },
      data: lines.join("\n"),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await send(second);
  const use = page.getByRole("row", { name: /orders_total handled/ }).getByRole("link");
  await expect(async () => {
    await page.goto("/services/orders/mapping");
    await expect(use).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await use.click();

  await expect(page.getByText("1 label from 2 series.")).toBeVisible();
  await page.getByLabel("Tags of the label").fill("queue");
  await page.getByLabel("What it measures").selectOption("Counts to add up");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("row", { name: /main/ })).toContainText("2");
  await expect(preview).toContainText("1 series counts failed requests, 1 don't");
  await page.getByLabel("Only series where").fill("main");
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByText('Can\'t read "main".')).toBeVisible();
  await page.getByLabel("Only series where").fill("queue = main");
  await page.getByLabel("Name", { exact: true }).fill("Orders handled");
  await expectReadable(page);
  await page.getByRole("button", { name: "Add source" }).click();

  const own = page.getByRole("region", { name: "Your own sources" });
  await expect(own).toContainText("Requests from orders_total");
  const sentence = page.getByRole("heading", { level: 1 });
  let at = second;
  await expect(async () => {
    at += 1;
    await send(at);
    await page.reload();
    await expect(sentence).toContainText("Requests are counted from Orders handled.", { timeout: 1_000 });
  }).toPass();

  await own.getByRole("link", { name: "Orders handled" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove source" }).click();
  await expect(sentence).toContainText("Requests are counted from Orders handled (removed).");
  await expect(own.getByRole("link", { name: "Orders handled" })).toHaveCount(0);
});

test("a person maps a sender that nothing counts", async ({ page, request, workspace }) => {
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No services yet.");
  const answer = await request.post(`${product.ingestUrl}/write?precision=s`, {
    headers: { authorization: `Bearer ${workspace.ingestToken}`, "content-type": "text/plain" },
    data: `jobs_done,service=ghost,queue=main handled=4 ${Math.floor(Date.now() / 1_000)}`,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const row = page.getByRole("table", { name: "Heard, not counted" }).getByRole("row", { name: /ghost/ });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("jobs_done handled", { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No services yet.");
  await expectReadable(page);
  await row.getByRole("button", { name: "Map it: ghost" }).click();
  await expect(page).toHaveURL(/\/services\/ghost\/mapping$/);
  const metric = page.getByRole("row", { name: /jobs_done handled/ });
  await expect(metric.getByRole("link", { name: "Make a source of it" })).toBeVisible();
});
