import { setTimeout as delay } from "node:timers/promises";
import { replayTraffic, SCENARIOS, STEP_SECONDS, TrafficDay } from "@headroom/demo";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";

const MINUTES = 10;

test("simulated traffic is counted to the request, and marked wherever it is shown", async ({
  page,
  workspace,
}) => {
  const scenario = SCENARIOS.find(({ name }) => name === "green-saturday");
  if (scenario === undefined) throw new Error("no such scenario");
  const day = new TrafficDay(scenario, 1);
  const steps = (MINUTES * 60) / STEP_SECONDS;
  const fromStep = Math.floor(day.peakSecond / STEP_SECONDS) - steps;
  const { totals, differences } = await replayTraffic(
    { day, fromStep, steps, speed: 600, startMillis: Date.now(), id: "journey" },
    {
      url: product.ingestUrl,
      service: "Rehearsal",
      manageToken: null,
      ingestToken: workspace.ingestToken,
      readToken: workspace.readToken,
    },
    { now: Date.now, sleep: delay, say: () => undefined, stop: new AbortController().signal },
  );
  expect(differences).toEqual([]);
  const requests = totals.reduce((sum, one) => sum + one.requests, 0);
  const errors = totals.reduce((sum, one) => sum + one.errors, 0);

  await page.goto("/services");
  await expect(page.getByRole("row", { name: /Rehearsal/ }).getByText("Simulated")).toBeVisible();
  await page.getByRole("link", { name: "Rehearsal" }).click();
  await expect(page.getByText("Simulated", { exact: true })).toBeVisible();
  const figures = page.getByRole("region", { name: "Figures of the range" });
  await expect(figures).toContainText(requests.toLocaleString("en-US"));
  await expect(figures).toContainText(`${errors.toLocaleString("en-US")} failed`);
  await expect(page.getByText("was sent by a simulator.")).toBeVisible();
  await expectReadable(page);

  await page.getByRole("button", { name: "Keep as run" }).click();
  const dialog = page.getByRole("dialog", { name: "Keep as run" });
  await dialog.getByLabel("Experiment").fill("A rehearsed peak");
  await dialog.getByRole("button", { name: "Keep as run" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Simulated", { exact: true })).toBeVisible();
  await expectReadable(page);
});
