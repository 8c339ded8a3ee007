import { DAY_MILLIS, HOUR_MILLIS } from "@headroom/core";
import type { APIRequestContext } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";
import type { JourneyWorkspace } from "../src/product.ts";

/** Ten requests a second for the last two minutes. */
async function sendTraffic({ ingestToken }: JourneyWorkspace, request: APIRequestContext) {
  const end = Math.floor(Date.now() / 1_000);
  const lines = Array.from({ length: 1_200 }, (_, at) => {
    const tags = `name=/${at % 4 === 0 ? "pay" : "cart"},expected_response=true`;
    return `http_req_duration,${tags} value=${20 + (at % 30)} ${end - 120 + Math.floor(at / 10)}${at % 10}00000000`;
  });
  const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
    headers: { authorization: `Bearer ${ingestToken}` },
    data: lines.join("\n"),
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

/** So many requests in the second before this one. */
async function sendNow({ ingestToken }: JourneyWorkspace, request: APIRequestContext, requests: number) {
  const second = Math.floor(Date.now() / 1_000) - 1;
  const lines = Array.from({ length: requests }, (_, at) => {
    return `http_req_duration,name=/cart,expected_response=true value=${20 + at} ${second}${String(at).padStart(9, "0")}`;
  });
  const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
    headers: { authorization: `Bearer ${ingestToken}` },
    data: lines.join("\n"),
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

/** What a field for a date and time takes, in UTC. */
const local = (millis: number) => new Date(millis).toISOString().slice(0, 16);

test("a peak day runs over last year's, which was imported from a file", async ({
  page,
  request,
  workspace,
}) => {
  await sendTraffic(workspace, request);
  await page.goto("/peak-days");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No peak days yet.");
  await expectReadable(page);

  const start = Math.floor(Date.now() / HOUR_MILLIS) * HOUR_MILLIS - 2 * HOUR_MILLIS;
  const create = async (name: string, from: number) => {
    await page.getByRole("link", { name: "New peak day" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Time zone").fill("UTC");
    await page.getByLabel("Starts").fill(local(from));
    await page.getByLabel("Ends").fill(local(from + 6 * HOUR_MILLIS));
    await page.getByLabel("Event", { exact: true }).fill("doors open");
    await page.getByLabel("Time of the event").fill(local(from + HOUR_MILLIS));
  };
  const save = page.getByRole("button", { name: "Create peak day" });
  const sentence = page.getByRole("heading", { level: 1 });

  const before = start - 364 * DAY_MILLIS;
  await create("Sale last year", before);
  await expectAccessible(page);
  await save.click();
  await expect(sentence).toContainText("No traffic of this day is known.");

  const rows = Array.from({ length: 36 }, (_, at) => `${before / 1_000 + at * 600},${60 * (1 + (at % 12))}`);
  const file = {
    name: "last-year.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["time,requests", ...rows].join("\n")),
  };
  await page.getByLabel("Import the throughput from a file").setInputFiles(file);
  await expect(page.getByText("The file doesn't say what its values count. Choose a unit.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await page.getByLabel("What the values count").selectOption("per-minute");
  await expect(page.getByRole("definition").filter({ hasText: "12.0 req/s" })).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(sentence).toContainText("The peak was 12.0 req/s");
  await expectReadable(page);

  await page.getByRole("navigation").getByRole("link", { name: "Peak days" }).first().click();
  await create("Sale", start);
  await page.getByLabel("Expected peak").fill("24");
  await page.getByLabel("Add an earlier peak day").selectOption({ index: 1 });
  await page.getByLabel("Highest growth over Sale last year").fill("2");
  await save.click();
  await expect(sentence).toContainText("req/s in the last minute.", { timeout: 30_000 });
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("no experiment represents the peak");
  await expect(page.locator(".recharts-surface").first()).toBeVisible();

  await page.getByLabel("What happens now").fill("Menu sync");
  await page.getByRole("button", { name: "Add event" }).click();
  await expect(page.getByRole("button", { name: "Delete Menu sync" })).toBeVisible();
  await expectReadable(page);

  // A second screen shows the same, and both follow what arrives.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const both = [page, other].map((screen) => screen.getByRole("region", { name: "Figures" }));
  const lastHour = async (requests: string) => {
    for (const shown of both) await expect(shown).toContainText(requests, { timeout: 10_000 });
  };
  await lastHour("1.2k requests");
  await sendNow(workspace, request, 1_000);
  await lastHour("2.2k requests");
  await page.context().setOffline(true);
  await sendNow(workspace, request, 3_000);
  await expect(page.getByText("New data isn't coming through")).toBeVisible({ timeout: 60_000 });
  await page.context().setOffline(false);
  await lastHour("5.2k requests");
  await expect(page.getByText("New data isn't coming through")).toBeHidden();

  const feed = (id: string) => `${product.webUrl}/api/feed/peak-days/${id}`;
  const unknown = await page.request.get(feed("01a209ec-0000-7000-8000-000000000000"));
  expect(unknown.status()).toBe(404);
  const signedOut = await fetch(feed(new URL(page.url()).pathname.split("/").at(-1) ?? ""));
  expect(signedOut.status).toBe(401);
});
