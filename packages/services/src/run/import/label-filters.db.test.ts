import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headlineWords } from "@headroom/core";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../../testing/index.ts";
import { answerRun, readPeakProofs } from "../../capacity/service-capacity.ts";
import { getComparison } from "../../comparison/get.ts";
import { getRun } from "../record/get.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const load = steadySamples({ seconds: 120, perSecond: 20 });
/** Slow and failing, and before all other requests. */
const setup = Array.from({ length: 300 }, (_, at) => ({
  label: `setup ${at % 3}`,
  completedAtMicros: (1_700_000_000 - 60) * 1e6 + at * 100_000,
  latencyMicros: 4_000_000,
  failed: true,
}));
const source = () => sampleSource([...setup, ...load]);
const target = ["p99 <= 1 s", "error rate <= 5 %"];
const EXCEPT = { "except-label": ["setup*"] };

const detailOf = (runId: string) =>
  getRun({ ctx: world.home.viewer, input: { runId, webUrl: TEST_WEB_URL } });

describe("labels that are left out of an upload", () => {
  it("count in no total and no verdict, and the run says so", async () => {
    const { answer: whole } = await world.upload({ experiment: "Whole", target }, source());
    const { answer } = await world.upload({ experiment: "Filtered", target, ...EXCEPT }, source());
    expect([whole.verdict, whole.summary.requests, whole.labelFilter]).toEqual(["missed", 2_700, null]);
    expect([answer.verdict, answer.summary.requests]).toEqual(["met", 2_400]);
    expect(answer.summary.labels.map(({ label }) => label).toSorted()).toEqual(["GET /cart", "GET /search"]);
    expect(answer.run.startedAt).toBe(new Date(1_700_000_000_000).toISOString());
    const sentence =
      "Labels matching “setup*” were left out when this was uploaded: 300 requests of 3 labels.";
    expect(answer.labelFilter).toEqual({ only: [], except: ["setup*"], requests: 300, labels: 3, sentence });
    expect(answer.warnings.find(({ code }) => code === "labels-filtered")?.count).toBe(300);
    expect(answer.proof.overrides).toEqual([sentence]);
    const { answer: read } = await detailOf(answer.run.id);
    expect(read.labelFilter).toEqual(answer.labelFilter);
  });

  it("are said beside the capacity that such a run proves", async () => {
    const ran = await world.upload(
      { service: "Peaks", experiment: "Peak mix", target: ["p99 <= 1 s"], ...EXCEPT },
      sampleSource([...setup, ...steadySamples({ seconds: 700, perSecond: 20 })]),
    );
    await world.decide(ran.answer.run.id);
    const { workspaceId } = world.home;
    const proofs = await world.inHome(async (tx) => {
      await tx.prisma.experiment.updateMany({ where: { slug: "peak-mix" }, data: { representsPeak: true } });
      const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: "peaks" } });
      return readPeakProofs(tx, { serviceIds: [id], workspaceId, now: new Date() });
    });
    const [proof] = proofs.map(({ proof: one }) => (one.state === "unproven" ? null : answerRun(one.run)));
    expect(proof?.leftOut).toBe("labels matching “setup*”");
  });

  it("are in the run's judgement and its headline", async () => {
    const { answer } = await world.upload({ experiment: "Judged", target, ...EXCEPT }, source());
    await world.decide(answer.run.id);
    const { judgement } = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId: answer.run.id, webUrl: TEST_WEB_URL, parameters: {} },
    });
    if (judgement === null) throw new Error("it isn't judged");
    expect(judgement.outcome).toBe("holds");
    expect(judgement.findings.map(({ code }) => code)).toContain("labels-filtered");
    expect(headlineWords(judgement)).toMatch(/^Holds: .* \(some labels left out\)$/);
  });

  it("of another filter make a run no better than one with all labels", async () => {
    const experiment = "Compared";
    const { answer: first } = await world.upload({ experiment }, source());
    const { answer: second } = await world.upload({ experiment, ...EXCEPT }, source());
    const { answer: third } = await world.upload({ experiment, ...EXCEPT }, source());
    const differences = async (...runIds: string[]) => {
      const compared = await getComparison({
        ctx: world.home.viewer,
        input: { runIds, webUrl: TEST_WEB_URL },
      });
      return JSON.stringify(compared).match(/label-filters?/g) ?? [];
    };
    expect(await differences(first.run.id, second.run.id)).toContain("label-filter");
    expect(await differences(second.run.id, third.run.id)).not.toContain("label-filters");
  });

  it("belong to what is repeated under a key", async () => {
    const again = (except: string[]) =>
      world.upload({ experiment: "Repeated", "except-label": except }, source(), { idempotencyKey: "one" });
    const { answer } = await again(["setup*"]);
    const repeated = await again(["setup*"]);
    expect([repeated.replayed, repeated.answer.run.id]).toEqual([true, answer.run.id]);
    await expect(again(["setup 1"])).rejects.toMatchObject({ code: "key-reused" });
  });

  it("are the same in all files of a run, and are added up", async () => {
    const of = (generator: string, more: object) =>
      world.upload({ experiment: "Generators", run: "one", generator, ...more }, source());
    await of("a", EXCEPT);
    await expect(of("b", {})).rejects.toMatchObject({ code: "conflict", field: "except-label" });
    await expect(of("b", { "only-label": ["GET *"] })).rejects.toMatchObject({ field: "only-label" });
    const { answer } = await of("b", EXCEPT);
    expect(answer.labelFilter).toMatchObject({ requests: 600, labels: 3 });
    const alone = await world.upload({ experiment: "Alone", run: "one", ...EXCEPT }, source());
    expect(alone.answer.labelFilter?.requests).toBe(300);
    const replaced = await world.upload({ experiment: "Alone", run: "one" }, source());
    expect(replaced.answer.labelFilter).toBeNull();
  });

  it("may not be all, and a pattern without a label is reported", async () => {
    const only = world.upload({ experiment: "Nothing", "only-label": ["POST *"] }, source());
    await expect(only).rejects.toMatchObject({ code: "parameter-unused", field: "only-label" });
    const { answer } = await world.upload(
      { experiment: "Mistyped", "except-label": ["Setup*", "setup 1"] },
      source(),
    );
    expect(answer.warnings.map(({ code }) => code)).toContain("label-pattern-unmatched");
    const many = { "except-label": Array.from({ length: 21 }, (_, at) => `label ${at}`) };
    await expect(world.upload({ experiment: "Many", ...many }, source())).rejects.toMatchObject({
      field: "except-label",
    });
    const long = { "only-label": ["x".repeat(201)] };
    await expect(world.upload({ experiment: "Long", ...long }, source())).rejects.toMatchObject({
      field: "only-label.0",
    });
  });
});
