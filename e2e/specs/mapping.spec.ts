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

  await page.getByRole("radio", { name: "Prometheus client (http_requests_total)" }).check();
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
