import { runCapacity } from "@headroom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../../context.ts";
import type { Context } from "../../context.ts";
import { Importing, sampleSource, steadySamples } from "../../testing/index.ts";
import { rampSource } from "../../testing/ramp-source.ts";
import { getRunCapacity } from "./get-capacity.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

async function capacityOf(source: ReturnType<typeof rampSource>, parameters: object = {}) {
  const { answer } = await importing.upload({ experiment: "ramps", ...parameters }, source);
  return runCapacity.parse(
    await getRunCapacity({ ctx: importing.home.owner, input: { runId: answer.run.id } }),
  );
}

describe("the capacity of a run", () => {
  it("has the knee where throughput levels off, and the load up to which targets held", async () => {
    const full = rampSource((users) => (users < 60 ? 200 : 200 + 66 * (users - 60)), { most: () => 30 });
    const { ramp } = await capacityOf(full, { target: ["p95 <= 1 s", "throughput >= 1/s"] });
    if ("problem" in ramp) throw new Error(ramp.problem);
    expect(ramp).toMatchObject({ load: "users", latency: "p95", breaking: null });
    expect(ramp.knee).toMatchObject({ of: "throughput" });
    expect(ramp.knee?.value).toBeGreaterThan(55);
    expect(ramp.knee?.value).toBeLessThan(65);
    expect(ramp.latencyRises?.value).toBeGreaterThan(55);
    expect(ramp.targets).toMatchObject([{ target: "p95 <= 1 s", missedThroughout: false }]);
    expect(ramp.targets[0]?.sentence).toMatch(/^Held to [67]\d users, broke at [67]\d\.$/);
    expect(ramp.most.throughput).toBeCloseTo(30, 0);
  });

  it("has the knee where throughput begins to fall, and holds and proves nothing beyond", async () => {
    // 30 requests per second at 60 users, and 25 at 100.
    const falling = rampSource(() => 200, { most: (users) => 30 - (users - 60) / 8 });
    const { ramp, tested } = await capacityOf(falling, { target: "p95 <= 1 s" });
    if ("problem" in ramp) throw new Error(ramp.problem);
    expect(ramp.knee).toMatchObject({ of: "throughput" });
    expect(Math.abs((ramp.knee?.value ?? 0) / 60 - 1)).toBeLessThan(0.1);
    expect(ramp.breaking).toMatchObject({ sign: "throughput-falls" });
    expect(Math.abs((ramp.breaking?.heldAt ?? 0) / 60 - 1)).toBeLessThan(0.05);
    expect(ramp.targets[0]?.heldTo).toBe(ramp.breaking?.heldAt);
    expect(ramp.targets[0]?.sentence).toMatch(/^Held to [56]\d users\. Beyond that, throughput falls\.$/);
    expect(tested?.proven && tested.throughput).toBeLessThanOrEqual(30);
  });

  it("fits the scalability law where users share the service evenly", async () => {
    const { ramp } = await capacityOf(rampSource(() => 200));
    if ("problem" in ramp || "problem" in ramp.usl) throw new Error("no law");
    expect(ramp.usl).toMatchObject({ peak: null, doubt: null });
    expect(ramp.usl.lambda.value).toBeCloseTo(0.5, 1);
    expect(ramp.usl.curve.at(-1)?.load).toBeCloseTo(1.5 * (ramp.levels.at(-1)?.load ?? 0), 5);
  });

  it("says what is left with more data, and what that assumes", async () => {
    const source = rampSource(() => 200);
    const { answer } = await importing.upload({ experiment: "ramps" }, source);
    const ask = (parameters: object) =>
      getRunCapacity({ ctx: importing.home.owner, input: { runId: answer.run.id, parameters } });
    const { ramp } = await ask({ data: "7" });
    if ("problem" in ramp) throw new Error(ramp.problem);
    expect(ramp.withMoreData).toMatchObject({
      times: 7,
      machines: 7,
      throughput: ramp.most.throughput / 7,
      assumption: expect.stringContaining("can't show whether that is true"),
    });
    for (const data of ["0.5", "x", "1e9"])
      await expect(ask({ data })).rejects.toMatchObject({ code: "parameter-unreadable" });
  });

  it("says why it shows nothing", async () => {
    const problemOf = async (source: ReturnType<typeof rampSource>) => {
      const { ramp } = await capacityOf(source);
      return "problem" in ramp ? ramp.problem : null;
    };
    expect(await problemOf(rampSource(() => 200, { gauge: "threads" }))).toMatch(/gauge “users”/);
    expect(await problemOf(sampleSource(steadySamples({ seconds: 300, perSecond: 20 })))).toMatch(
      /one load only/,
    );
  });

  it("is only for those who may read, and of their workspace", async () => {
    const { answer } = await importing.upload(
      { experiment: "ramps" },
      rampSource(() => 200),
    );
    const { id: runId } = answer.run;
    const read = (ctx: Context) => getRunCapacity({ ctx, input: { runId } });
    const ingestOnly = contextOf(importing.test.services, importing.home.workspaceId, {
      kind: "token",
      id: importing.test.services.newId(),
      scopes: ["ingest"],
      serviceId: null,
    });
    await expect(read(ingestOnly)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(read(importing.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(read(importing.home.owner)).resolves.toHaveProperty("ramp");
  });
});
