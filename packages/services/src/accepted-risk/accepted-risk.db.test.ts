import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { addMember, Importing } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { createToken } from "../token/create.ts";
import { checkToken } from "../token/check.ts";
import { acceptRisk } from "./accept.ts";
import { listRisks } from "./list.ts";
import { revokeRisk } from "./revoke.ts";

let world: Importing;
let owner: Context;
let experiment: string;
let runId: string;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
  experiment = await savePeakExperiment(world, "Distinct", {
    targets: ["p99 <= 200 ms", "throughput >= 1/s"],
  });
  runId = (await uploadRun(world, { experiment: "Distinct", millis: 240 })).id;
});
afterAll(() => world.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const body = (change: object = {}) => ({
  target: "p99 <= 200 ms",
  reason: "Far above the peak.",
  until: inDays(10),
  ...change,
});
/** Whoever asks, it is today. */
const today = (ctx: Context): Context => ({ ...ctx, clock: () => new Date() });
const accept = (change: object = {}, ctx = owner, id = runId) =>
  acceptRisk({ ctx, input: { runId: id, body: body(change) } });
const revoke = (id: string, ctx = owner) => revokeRisk({ ctx, input: { id } });
const list = (ctx = owner) => listRisks({ ctx, input: { parameters: { experiment } } });
const audit = (action: string) =>
  world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({ where: { action }, orderBy: [{ at: "asc" }, { id: "asc" }] }),
  );
const token = async (scopes: ("read" | "manage")[], ctx = world.home.owner) => {
  const { secret } = await createToken({ ctx, input: { name: "t", scopes } });
  return today(await checkToken({ services: world.test.services, input: { secret } }));
};

describe("accepting a risk", () => {
  it("says who, why, until when, and what the run showed, and is audited", async () => {
    const risk = await accept();
    expect(risk).toMatchObject({
      target: "p99 <= 200 ms",
      threshold: 200,
      unit: "ms",
      acceptedBy: "Owner",
      state: "active",
      run: { id: runId, number: 1 },
      experiment: { name: "Distinct" },
    });
    expect(risk.value).toBeCloseTo(240, 0);
    expect((await audit("risk.accept")).at(-1)).toMatchObject({
      subjectId: runId,
      detail: { riskId: risk.id, target: "p99 <= 200 ms", by: "Owner" },
    });
    await expect(accept()).rejects.toMatchObject({ code: "conflict" });
    await revoke(risk.id);
  });

  it("is refused to people who only read, and to tokens without a member's name", async () => {
    await expect(accept({}, today(world.home.viewer))).rejects.toMatchObject({ code: "scope-missing" });
    await expect(accept({}, await token(["read"]))).rejects.toMatchObject({ code: "scope-missing" });
    const manager = await token(["read", "manage"]);
    await expect(accept({}, manager)).rejects.toMatchObject({ field: "acceptedBy" });
    const stranger = { acceptedBy: "owner@foreign.example" };
    await expect(accept(stranger, manager)).rejects.toMatchObject({ field: "acceptedBy" });
    const viewer = await addMember(world.test.services, world.home, { email: "v@x.example", role: "viewer" });
    await expect(accept({ acceptedBy: "v@x.example" }, manager)).rejects.toMatchObject({
      field: "acceptedBy",
    });
    await expect(accept({}, viewer)).rejects.toMatchObject({ code: "scope-missing" });
    const risk = await accept({ acceptedBy: "Owner@home.example" }, manager);
    expect(risk.acceptedBy).toBe("Owner");
    await revoke(risk.id);
  });

  it("nobody accepts in another's name", async () => {
    await addMember(world.test.services, world.home, { email: "e@x.example", role: "editor" });
    await expect(accept({ acceptedBy: "e@x.example" })).rejects.toMatchObject({ field: "acceptedBy" });
  });

  it("isn't possible for another workspace's run, which is like one that doesn't exist", async () => {
    await expect(accept({}, today(world.foreign.owner))).rejects.toMatchObject({ code: "not-found" });
    await expect(accept({}, owner, "nonsense")).rejects.toMatchObject({ code: "not-found" });
  });

  it("is possible for a miss that is known to a range, by its worse end", async () => {
    const { id } = await uploadRun(world, { experiment: "Distinct", millis: 250 });
    const setReasons = (high: number | null) =>
      world.inHome(async (tx) => {
        const stored = await tx.prisma.runVerdict.findFirstOrThrow({ where: { runId: id, position: 0 } });
        await tx.prisma.runVerdict.deleteMany({ where: { runId: id, position: 0 } });
        const figure = { code: "figure", value: null, low: 228, high };
        const { judgedWindow: _w, chanceInterval: _c, doubt: _d, ...others } = stored;
        await tx.prisma.runVerdict.create({ data: { ...others, value: null, reasons: [figure] } });
      });
    await setReasons(null);
    await expect(accept({}, owner, id)).rejects.toMatchObject({ code: "conflict" });
    await setReasons(240);
    const risk = await accept({}, owner, id);
    expect(risk.value).toBe(240);
    await revoke(risk.id);
  });

  it("takes only what was missed, for a time that is to come", async () => {
    await expect(accept({ target: "throughput >= 1/s" })).rejects.toMatchObject({ code: "conflict" });
    await expect(accept({ target: "p95 <= 1 s" })).rejects.toMatchObject({ field: "target" });
    await expect(accept({ until: inDays(-1) })).rejects.toMatchObject({ field: "until" });
    await expect(accept({ until: inDays(400) })).rejects.toMatchObject({ field: "until" });
    await expect(accept({ until: "tomorrow" })).rejects.toMatchObject({ field: "until" });
    await expect(accept({ reason: "  " })).rejects.toMatchObject({ field: "reason" });
  });
});

describe("an accepted risk", () => {
  it("ends on its own, and can then be accepted again", async () => {
    const risk = await accept({ until: inDays(1) });
    const later = { ...owner, clock: () => new Date(Date.now() + 2 * 86_400_000) };
    expect((await list()).risks.find(({ id }) => id === risk.id)?.state).toBe("active");
    expect((await list(later)).risks.find(({ id }) => id === risk.id)?.state).toBe("expired");
    const again = await accept({ until: inDays(5) }, later);
    await revoke(again.id);
    await revoke(risk.id);
  });

  it("is revoked once, and audited", async () => {
    const { id } = await accept();
    const before = (await audit("risk.revoke")).length;
    await revoke(id);
    await revoke(id);
    const entries = await audit("risk.revoke");
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({ subjectId: runId, detail: { riskId: id } });
    expect((await list()).risks.find((risk) => risk.id === id)).toMatchObject({ state: "revoked" });
  });

  it("is revoked by nobody who only reads, and by no other workspace", async () => {
    const { id } = await accept();
    await expect(revoke(id, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(revoke(id, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(revoke("nonsense")).rejects.toMatchObject({ code: "not-found" });
    await revoke(id);
  });

  it("isn't listed for another workspace", async () => {
    await expect(list(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const ofService = { parameters: { service: "checkout" } };
    expect((await listRisks({ ctx: owner, input: ofService })).risks.length).toBeGreaterThan(0);
    await expect(listRisks({ ctx: world.foreign.owner, input: ofService })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
