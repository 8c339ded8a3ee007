import { Sketch } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkToken } from "../../token/check.ts";
import { createToken } from "../../token/create.ts";
import { Importing, sampleSource, testSamples } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { getRunHeatmap } from "./get-heatmap.ts";
import { getRunSketch, getRunWindow } from "./get-window.ts";
import { listRunSlices } from "./list-slices.ts";
import { listRunLabels } from "./list-labels.ts";
import { listWindowLabels } from "./list-window-labels.ts";

let importing: Importing;
let runId: string;
let steady: object | undefined;
beforeAll(async () => {
  importing = await Importing.open();
  const { answer } = await importing.upload({ experiment: "Windows" }, sampleSource(slowFailures()));
  runId = answer.run.id;
  steady = answer.steady?.summary;
});
afterAll(() => importing.close());

/** One in fifty fails, and takes three seconds to. */
function slowFailures(): Sample[] {
  return testSamples.map((sample, at) =>
    at % 50 === 7 ? { ...sample, latencyMicros: 3_000_000, failed: true } : { ...sample, failed: false },
  );
}

const ctx = () => importing.home.viewer;
/** The second in which the first sample of the file began. */
const origin = 1_700_000_000;
const inside = (from: number, to: number) =>
  slowFailures().filter(({ completedAtMicros }) => {
    const second = Math.floor(completedAtMicros / 1e6) - origin;
    return second >= from && second < to;
  });
/** Samples are in whole milliseconds. */
const p99 = (samples: readonly Sample[]) =>
  Math.round(sketchOf(samples.map(({ latencyMicros }) => latencyMicros)).quantile(0.99) ?? 0) / 1_000;
const sketchOf = (micros: readonly number[]) => Sketch.decode(Sketch.of(micros).encode(), 1_000);

describe("a window of a run", () => {
  it("answers in whole milliseconds if the tool measured in them, from totals and from cells", async () => {
    for (const window of ["whole", "steady", { fromSeconds: 10, toSeconds: 70 }] as const) {
      const { summary, proof } = await getRunWindow({ ctx: ctx(), input: { runId, window } });
      expect(Number.isInteger(summary.latencyMs.p50)).toBe(true);
      expect(proof.exact).toContain("p50");
    }
    const [slices, labels, sketch] = [
      await listRunSlices({ ctx: ctx(), input: { runId, window: "whole", sliceSeconds: 10 } }),
      await listWindowLabels({ ctx: ctx(), input: { runId, window: { fromSeconds: 10, toSeconds: 70 } } }),
      await getRunSketch({ ctx: ctx(), input: { runId, window: "whole" } }),
    ];
    const medians = [...slices.slices, ...labels.labels].map(({ p50Micros }) => p50Micros ?? 0);
    expect(medians.length).toBeGreaterThan(5);
    expect(medians.filter((micros) => micros > 0 && micros < 99_000 && micros % 1_000 !== 0)).toEqual([]);
    expect(sketch.gridMicros).toBe(1_000);
  });

  it("says of the steady phase what the run was judged by, and of the whole run what its totals say", async () => {
    const window = await getRunWindow({ ctx: ctx(), input: { runId } });
    expect(window.kind).toBe("steady");
    expect(window.summary).toEqual(steady);
    const whole = await getRunWindow({ ctx: ctx(), input: { runId, window: "whole" } });
    expect(whole.summary.requests).toBe(testSamples.length);
  });

  it("merges any stretch from its cells, exactly", async () => {
    const asked = { fromSeconds: 17.5, toSeconds: 63.2 };
    const window = await getRunWindow({ ctx: ctx(), input: { runId, window: asked } });
    expect(window).toMatchObject({ kind: "custom", fromSeconds: 17, toSeconds: 64, durationSeconds: 47 });
    expect(window.summary.requests).toBe(inside(17, 64).length);
    expect(window.summary.latencyMs.p99).toBe(p99(inside(17, 64)));
  });

  it("says of a stretch that it holds the warm-up where it begins before the steady phase", async () => {
    const { fromSeconds: settled } = await getRunWindow({ ctx: ctx(), input: { runId } });
    expect(settled).toBeGreaterThan(0);
    const reasonsFrom = async (fromSeconds: number) => {
      const window = { fromSeconds, toSeconds: settled + 30 };
      return (await getRunWindow({ ctx: ctx(), input: { runId, window } })).proof.reasons;
    };
    expect(await reasonsFrom(0)).toContain("The warm-up is included.");
    expect(await reasonsFrom(settled)).not.toContain("The warm-up is included.");
  });

  it("counts successful requests apart, exactly, and names what differs", async () => {
    const window = await getRunWindow({
      ctx: ctx(),
      input: { runId, window: { fromSeconds: 10, toSeconds: 70 } },
    });
    const good = inside(10, 70).filter(({ failed }) => failed !== true);
    expect(window.successful?.requests).toBe(good.length);
    expect(window.successful?.latencyMs.p99).toBeCloseTo(p99(good), 0);
    expect(window.differing.map(({ percentile }) => percentile)).toEqual(["p95", "p99", "p99.9"]);
    const counted = window.distribution?.successful?.histogram.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(good.length);
    expect(window.distribution?.all.curve.at(-1)).toEqual({ percent: 100, micros: 3_000_000 });
  });

  it("of one label holds its requests alone", async () => {
    const label = { name: "GET /cart", kind: "request" as const };
    const window = await getRunWindow({ ctx: ctx(), input: { runId, window: "whole", label } });
    const own = testSamples.filter((sample) => sample.label === "GET /cart");
    expect(window.summary.requests).toBe(own.length);
  });

  it("outside of the run is refused, and a label that is not there is not found", async () => {
    const outside = { runId, window: { fromSeconds: 900, toSeconds: 950 } };
    await expect(getRunWindow({ ctx: ctx(), input: outside })).rejects.toMatchObject({
      code: "parameter-unreadable",
      field: "window",
    });
    const label = { name: "GET /nothing", kind: "request" as const };
    await expect(getRunWindow({ ctx: ctx(), input: { runId, label } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("the labels of a window", () => {
  it("have the figures of that window, sorted by them", async () => {
    const input = {
      runId,
      window: { fromSeconds: 20, toSeconds: 50 },
      sort: "requests",
      direction: "desc",
    } as const;
    const { labels, found, kinds, sortedAmong } = await listWindowLabels({ ctx: ctx(), input });
    expect(found).toBe(2);
    expect(sortedAmong).toBeNull();
    expect(kinds).toEqual([{ kind: "request", labels: 2 }]);
    const counts = ["GET /cart", "GET /search"].map(
      (name) => inside(20, 50).filter(({ label }) => label === name).length,
    );
    expect(labels.map(({ label, requests }) => [label, requests])).toEqual([
      ["GET /cart", counts[0]],
      ["GET /search", counts[1]],
    ]);
    const rising = await listWindowLabels({ ctx: ctx(), input: { ...input, direction: "asc" } });
    expect(rising.labels.map(({ label }) => label)).toEqual(["GET /search", "GET /cart"]);
  });

  it("of successful requests alone leave the failed out", async () => {
    const input = { runId, window: "whole", successful: true, search: "CART" } as const;
    const { labels, found } = await listWindowLabels({ ctx: ctx(), input });
    expect(found).toBe(1);
    const own = slowFailures().filter(({ label }) => label === "GET /cart");
    expect(labels[0]?.requests).toBe(own.filter(({ failed }) => failed !== true).length);
    expect(labels[0]?.errors).toBe(own.filter(({ failed }) => failed === true).length);
    expect(labels[0]?.maxMicros).toBeLessThan(200_000);
  });

  it("of the whole run are those that were stored, page by page", async () => {
    const input = { runId, window: "whole", sort: "label", skip: 1, limit: 1 } as const;
    const { labels, found } = await listWindowLabels({ ctx: ctx(), input });
    expect(found).toBe(2);
    expect(labels.map(({ label }) => label)).toEqual(["GET /search"]);
  });
});

describe("the slices of a window", () => {
  it("are each the percentile of their own requests, and spread beside each other", async () => {
    const window = { fromSeconds: 15, toSeconds: 118 };
    const asked = { runId, window, sliceSeconds: 10 } as const;
    const { slices, spreads } = await listRunSlices({ ctx: ctx(), input: asked });
    expect(slices.map(({ offsetSeconds }) => offsetSeconds)).toEqual([20, 30, 40, 50, 60, 70, 80, 90, 100]);
    for (const { offsetSeconds, requests, p99Micros } of slices) {
      const own = inside(offsetSeconds, offsetSeconds + 10);
      expect(requests).toBe(own.length);
      expect(Math.round(p99Micros ?? 0) / 1_000).toBe(p99(own));
    }
    expect(spreads.map((spread) => spread?.slices)).toEqual([9, 0, 0, 0]);
    const figures = slices.map(({ p99Micros }) => p99Micros ?? 0);
    expect(spreads[0]?.p99Micros).toMatchObject({ least: Math.min(...figures), most: Math.max(...figures) });
    expect(spreads[1]?.p99Micros).toBeNull();
  });

  it("of successful requests leave the failed out", async () => {
    const asked = { runId, window: "whole", successful: true, sliceSeconds: 60 } as const;
    const { slices } = await listRunSlices({ ctx: ctx(), input: asked });
    const own = inside(0, 60);
    expect(slices[0]).toMatchObject({
      requests: own.filter(({ failed }) => failed !== true).length,
      errors: own.filter(({ failed }) => failed === true).length,
    });
    expect(slices[0]?.p99Micros).toBeLessThan(200_000);
  });
});

it("the sketch of a window holds its requests, all of them or the successful", async () => {
  const window = { fromSeconds: 20, toSeconds: 80 };
  const count = async (successful: boolean) => {
    const { sketch } = await getRunSketch({ ctx: ctx(), input: { runId, window, successful } });
    return sketch === null ? null : Sketch.decode(sketch).count;
  };
  expect(await count(false)).toBe(inside(20, 80).length);
  expect(await count(true)).toBe(inside(20, 80).filter(({ failed }) => failed !== true).length);
});

it("a heatmap counts every request of the window", async () => {
  const input = { runId, window: { fromSeconds: 20, toSeconds: 80 }, maxColumns: 30 };
  const map = await getRunHeatmap({ ctx: ctx(), input });
  expect(map?.columnSeconds).toBe(2);
  const counted = map?.columns.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
  expect(counted).toBe(inside(20, 80).length);
});

it("a window is there for who may read the run, and for nobody else", async () => {
  const { foreign, home, test } = importing;
  const elsewhere = await importing.upload({ service: "Other", experiment: "Other" });
  expect(elsewhere.answer.run.id).not.toBe(runId);
  const other = await importing.inHome((tx) =>
    tx.prisma.service.findFirstOrThrow({ where: { slug: "other" } }),
  );
  const created = await createToken({
    ctx: home.owner,
    input: { name: "held", scopes: ["read"], serviceId: other.id },
  });
  const held = await checkToken({ services: test.services, input: { secret: created.secret } });
  for (const stranger of [foreign.owner, held]) {
    await expect(getRunWindow({ ctx: stranger, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(getRunSketch({ ctx: stranger, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(getRunHeatmap({ ctx: stranger, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(listRunSlices({ ctx: stranger, input: { runId, sliceSeconds: 60 } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(listWindowLabels({ ctx: stranger, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
  }
  const ingestOnly = {
    ...home.viewer,
    actor: { kind: "token", id: "x", scopes: ["ingest"], serviceId: null },
  } as const;
  await expect(getRunWindow({ ctx: ingestOnly, input: { runId } })).rejects.toMatchObject({
    code: "scope-missing",
  });
});

it("labels have their items and the share of them, in lists, in the window and in the API", async () => {
  // Each request of one label carries four times as many rows as one of the other.
  const rows = new Map([
    ["GET /cart", 17],
    ["GET /search", 68],
  ]);
  const samples = testSamples.map((sample) => ({ ...sample, items: rows.get(sample.label) ?? 1 }));
  const { answer } = await importing.upload({ experiment: "Rows" }, sampleSource(samples));
  const { id } = answer.run;
  const all = samples.reduce((sum, { items }) => sum + items, 0);
  const page = await listRunLabels({ ctx: ctx(), input: { runId: id, parameters: {} } });
  expect(page.labels).toEqual(answer.summary.labels);
  for (const { label, requests, items, itemsShare, itemsThroughput, throughput } of page.labels) {
    const each = rows.get(label) ?? 0;
    expect([items, itemsShare]).toEqual([requests * each, (requests * each) / all]);
    expect(itemsThroughput).toBeCloseTo((throughput ?? 0) * each, 6);
  }
  for (const window of ["whole", { fromSeconds: 10, toSeconds: 70 }] as const) {
    const input = { runId: id, window, sort: "items", direction: "desc" } as const;
    const { labels } = await listWindowLabels({ ctx: ctx(), input });
    const counts = labels.map(({ items }) => items ?? 0);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(
      labels.map(({ label, requests, items }) => (items ?? 0) / (requests ?? 1) / (rows.get(label) ?? 0)),
    ).toEqual(labels.map(() => 1));
  }
});
