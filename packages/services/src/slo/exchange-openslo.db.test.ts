import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createSlo } from "./create.ts";
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

it("metadata.name is the identity, whatever the SLO is called", async () => {
  const named = (name: string, displayName: string) =>
    source("0.99").replace("name: fast, displayName: Fast", `name: ${name}, displayName: ${displayName}`);
  const { slo } = await take(named("web-availability", "Web availability"));
  await expect(take(named("web-cal", "Web availability"))).rejects.toMatchObject({
    code: "conflict",
    field: "metadata.displayName",
    hint: "Its metadata.name is web-availability: use that to update it, or another displayName.",
  });
  const renamed = await take(named("web-availability", "Web"));
  expect(renamed).toMatchObject({ created: false, slo: { id: slo.id, name: "Web" } });
  expect((await take(named("web-cal", "Web availability"))).created).toBe(true);
});

it("what is exported, imported and exported again is equal to the byte, here and elsewhere", async () => {
  const exportOf = (id: string, ctx = world.home.viewer) => exportOpenSlo({ ctx, input: { id, webUrl } });
  const window = { kind: "calendar", unit: "month", timeZone: "Europe/Berlin" };
  const body = { service: "checkout", name: "By hand: 1", label: " GET /ü ", latencyMs: 12.5, window };
  const fields = { ...body, objectivePercent: 99.9999, withoutError: false };
  const made = await createSlo({ ctx: world.home.owner, input: { body: fields, webUrl } });
  const { slo } = await take(
    source("0.999").replace("name: fast", "name: round-trip").replace("Fast", "Again"),
  );
  await world.upload({ service: "Checkout", experiment: "Mix" }, undefined, { ctx: world.foreign.owner });
  for (const { id } of [made, slo]) {
    const first = await exportOf(id);
    const back = await take(first);
    expect(back).toMatchObject({ created: false, slo: { id } });
    expect(await exportOf(id)).toBe(first);
    const elsewhere = await take(first, world.foreign.owner);
    expect(elsewhere.created).toBe(true);
    expect(await exportOf(elsewhere.slo.id, world.foreign.owner)).toBe(first);
  }
});
