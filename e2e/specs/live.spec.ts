import type { APIRequestContext } from "@playwright/test";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";

const START = 1_772_445_600;

/** A load generator that sends its requests while the test goes on. */
function generator({ ingestToken }: JourneyWorkspace, request: APIRequestContext) {
  const headers = { authorization: `Bearer ${ingestToken}`, "content-type": "application/json" };
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${product.ingestUrl}${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { run: { id: string; url: string } };
  };
  return {
    open: async () =>
      (await post(`/v1/runs/live?service=Shop&experiment=Peak&origin=${START}&target=p99%3C%3D200ms`, {}))
        .run,
    /** Ten seconds of 40 requests each, all of them 100 ms or faster. */
    send: (runId: string, writer: string, sequence: number) =>
      post(`/v1/runs/${runId}/cells`, {
        writer,
        sequence,
        labels: [{ name: "GET /cart" }],
        cells: Array.from({ length: 10 }, (_, at) => ({
          label: 0,
          step: 1,
          second: START + (sequence - 1) * 10 + at,
          requests: 40,
          distribution: {
            kind: "buckets",
            upperBoundsMicros: [20_000, 50_000, 100_000],
            counts: [10, 20, 10, 0],
          },
        })),
        gauges: [{ name: "users", values: [{ atMicros: (START + sequence * 10 - 1) * 1e6, value: 25 }] }],
      }),
    finish: (runId: string) => post(`/v1/runs/${runId}/finish`, {}),
  };
}

test("a live run shows what has arrived, and its verdict at the same address once it is finished", async ({
  page,
  request,
  workspace,
}) => {
  const { open, send, finish } = generator(workspace, request);
  const { id, url } = await open();
  await page.goto(url);
  const sentence = page.getByRole("heading", { level: 1 });
  await expect(sentence).toContainText("Waiting for the first requests.");
  await expectReadable(page);

  for (const writer of ["a", "b"]) for (const sequence of [1, 2, 3]) await send(id, writer, sequence);
  await expect(sentence).toContainText("2.4k requests so far");
  await expect(page.getByRole("region", { name: "Targets so far" })).toContainText("met so far");
  await expect(page.getByText("Holds.")).toHaveCount(0);
  await expect(
    page.getByRole("table", { name: "Labels" }).getByRole("row", { name: /GET \/cart/ }),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: "Writers" }).getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("table", { name: "Gauges" })).toContainText("25");
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expectReadable(page);

  await expect(page.getByRole("region", { name: "Figures so far" })).toContainText("2,400");

  await page.goto("/");
  await page.getByRole("table", { name: "Running now" }).getByRole("link", { name: "Peak, run 1" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}`));

  await finish(id);
  await expect(page.getByText("Running", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Targets", exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("table", { name: "Running now" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Services" })).toContainText("Shop");
});

test("two browsers follow a live run second by second, catch up after an outage, and see it finish", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  const { open, send, finish } = generator(workspace, request);
  const { id, url } = await open();
  const storageState = await page.context().storageState();
  const elsewhere = await browser.newContext({ baseURL: product.webUrl, storageState });
  const other = await elsewhere.newPage();
  const lost = page.getByText("New data isn't coming through");
  for (const screen of [page, other]) await screen.goto(url);
  const both = async (requests: string) => {
    for (const screen of [page, other])
      await expect(screen.getByRole("region", { name: "Figures so far" })).toContainText(requests, {
        timeout: 10_000,
      });
  };
  await send(id, "a", 1);
  await both("400");
  await send(id, "a", 2);
  await both("800");

  await page.context().setOffline(true);
  await send(id, "a", 3);
  await expect(lost).toBeVisible({ timeout: 60_000 });
  await page.context().setOffline(false);
  await both("1,200");
  await expect(lost).toBeHidden();

  await finish(id);
  for (const screen of [page, other]) {
    await expect(screen.getByRole("region", { name: "Targets", exact: true })).toBeVisible({
      timeout: 15_000,
    });
    await expect(screen.getByText("Running", { exact: true })).toHaveCount(0);
  }
  await elsewhere.close();

  const feed = (run: string) => `${product.webUrl}/api/feed/runs/${run}`;
  for (const run of ["01a209ec-0000-7000-8000-000000000000", "nothing"])
    expect((await page.request.get(feed(run))).status()).toBe(404);
  expect((await fetch(feed(id))).status).toBe(401);
});
