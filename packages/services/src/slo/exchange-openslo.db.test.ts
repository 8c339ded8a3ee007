import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { exportOpenSlo, importOpenSlo } from "./exchange-openslo.ts";
import { updateSlo } from "./update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Mix" });
});
afterAll(() => world.close());

const source = (target: string, service = "checkout") => `apiVersion: openslo/v1
kind: SLO
metadata: { name: fast, displayName: Fast }
spec:
  service: ${service}
  indicator:
    spec:
      ratioMetric:
        good: { metricSource: { type: Headroom, spec: { latencyMs: 300 } } }
        total: { metricSource: { type: Headroom, spec: {} } }
  timeWindow: [{ duration: 30d, isRolling: true }]
  budgetingMethod: Occurrences
  objectives: [{ target: ${target} }]
`;
const take = (text: string, ctx: Context = world.home.owner) =>
  importOpenSlo({ ctx, input: { source: text, webUrl } });

it("an SLO is created, then updated, and unchanged by what was exported", async () => {
  const { slo, created } = await take(source("0.999"));
  expect({ created, objective: slo.objectivePercent }).toEqual({ created: true, objective: 99.9 });
  const again = await take(source("0.995"));
  expect(again).toMatchObject({ created: false, slo: { id: slo.id, version: 2, objectivePercent: 99.5 } });
  const exported = await exportOpenSlo({ ctx: world.home.viewer, input: { id: slo.id, webUrl } });
  expect(exported).toContain("apiVersion: openslo/v1\nkind: SLO\n");
  expect((await take(exported)).slo).toEqual(again.slo);
  const { name, window } = slo;
  const body = { name, window, objectivePercent: 99, latencyMs: 300, version: 2 };
  await updateSlo({ ctx: world.home.owner, input: { id: slo.id, body, webUrl } });
  await expect(take(source("2"))).rejects.toMatchObject({ code: "parameter-unreadable" });
});

it("OpenSLO is taken from those who may edit, for services of their workspace", async () => {
  await expect(take(source("0.999"), world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
  await expect(take(source("0.999"), world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  await expect(take(source("0.999", "nowhere"))).rejects.toMatchObject({ code: "not-found" });
  const { slo } = await take(source("0.999"));
  const ctx = world.foreign.owner;
  await expect(exportOpenSlo({ ctx, input: { id: slo.id, webUrl } })).rejects.toMatchObject({
    code: "not-found",
  });
});
