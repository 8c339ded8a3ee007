import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing } from "../../testing/importing.ts";
import { batchOf, cellOf, cellsOf, LiveClient } from "../../testing/live.ts";
import { steadySamples } from "../../testing/sample-source.ts";
import { writeLiveFigures } from "@headroom/contract";
import { getLiveState } from "./get-state.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const minute = (at: number) => steadySamples({ seconds: 10, perSecond: 20, startSeconds: START + at * 10 });
const batch = (sequence: number, more: object = {}) => ({
  ...batchOf(minute(sequence), { writer: "a", sequence }),
  ...more,
});
const stateOf = (runId: string) => getLiveState({ ctx: client.ctx, input: { runId } });
const refusal = (code: string, field?: string) =>
  expect.objectContaining(field === undefined ? { code } : { code, field });

describe("a batch", () => {
  it("counts no more than can be added up", async () => {
    const most = { requests: 1e12, items: 1e12, bytes: 1e13 };
    const cell = { label: null, step: 1 as const, distribution: { kind: "none" as const } };
    const of = (figures: object) => ({
      writer: "a",
      sequence: 1,
      cells: [0, 1].map((at) => ({ ...cell, ...figures, second: START + at })),
      failures: [1, 2].map(() => ({ label: null, reason: "x", times: 1e12 })),
    });
    const runId = await client.open();
    for (const field of ["requests", "items", "bytes"] as const) {
      const over = client.send(runId, of({ ...most, [field]: most[field] + 1 }));
      await expect(over).rejects.toThrow(refusal("batch-unreadable", `cells.0.${field}`));
    }
    await client.send(runId, of(most));
    const report = { accepted: 1e12, refused: { count: 1_000, first: [] } };
    expect((await client.finish(runId, { report })).summary.requests).toBe(2e12);
  });

  it("is kept whatever its texts hold and whenever its gauges were measured", async () => {
    const runId = await client.open();
    const text = "a\0b\ud800";
    const coarse = batchOf(minute(1), { writer: "a", sequence: 1 }, 10);
    await client.send(runId, {
      ...coarse,
      labels: coarse.labels?.map(({ kind }) => ({ name: text, kind })),
      gauges: [{ name: text, unit: text, values: [{ atMicros: 8e15, value: 1 }] }],
      failures: [{ label: 0, reason: text, times: 1 }],
    });
    const warning = { code: "odd", count: 1, detail: text, lines: [] };
    const first = [{ line: 1, byte: 1, column: text, reason: text }];
    const report = {
      toolVersion: text.replace("\0", ""),
      warnings: [warning],
      accepted: 1_000,
      refused: { count: 1, first },
    };
    const end = { writer: "a", labels: [{ name: text }], totals: [], report };
    const { summary, warnings } = await client.finish(runId, { writers: [end] });
    expect(summary.labels.map(({ label }) => label)).toEqual(["a\uFFFDb\uFFFD"]);
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(["odd", "gauge-out-of-range"]));
  });

  it("counts once however often it comes, and is answered alike", async () => {
    const runId = await client.open();
    const first = await client.send(runId, batch(1));
    await client.send(runId, batch(2));
    expect(first).toEqual({ run: runId, writer: "a", sequence: 1, origin: START + 10 });
    expect(await client.send(runId, batch(1))).toEqual(first);
    expect(await client.send(runId, batch(2))).toEqual({ ...first, sequence: 2 });
    const { summary } = await client.finish(runId);
    expect(summary.requests).toBe(400);
    expect(await client.send(runId, batch(2))).toEqual({ ...first, sequence: 2 });
  });

  it("counts once if it arrives many times concurrently, from many writers", async () => {
    const runId = await client.open({ origin: START });
    const writers = ["a", "b", "c", "d"];
    await Promise.all(
      writers.map(async (writer) => {
        for (const sequence of [1, 2, 3]) {
          const sent = { ...batch(sequence), writer };
          await Promise.all([1, 2, 3].map(() => client.send(runId, sent)));
        }
      }),
    );
    expect((await stateOf(runId)).writers.map(({ writer, sequence }) => [writer, sequence])).toEqual(
      writers.map((writer) => [writer, 3]),
    );
    expect((await client.finish(runId)).summary.requests).toBe(4 * 3 * 200);
  });

  it("may come before one that it follows, and a run that misses one doesn't finish", async () => {
    const runId = await client.open({ origin: START });
    await client.send(runId, batch(1));
    await client.send(runId, batch(3));
    expect((await stateOf(runId)).writers).toEqual([
      { writer: "a", attempt: "", state: "open", sequence: 1, late: 0 },
    ]);
    for (const body of [{}, { writers: [{ writer: "a" }] }, { writers: [{ writer: "a", sequence: 3 }] }])
      await expect(client.finish(runId, body)).rejects.toThrow(refusal("conflict", "sequence"));
    await client.send(runId, batch(2));
    expect((await stateOf(runId)).writers[0]?.sequence).toBe(3);
    expect((await client.finish(runId)).summary.requests).toBe(600);
  });

  it("counts as late if it was accepted while its run was being finished", async () => {
    const runId = await client.open();
    await client.send(runId, batch(1));
    const slow = new LiveClient(importing, { rememberMillis: 60_000 });
    await slow.send(runId, batch(1));
    await client.finish(runId, { ends: "writers", writers: [{ writer: "a", sequence: 1 }] });
    await slow.send(runId, batch(2));
    expect((await stateOf(runId)).writers).toMatchObject([{ state: "finished", sequence: 1, late: 1 }]);
    expect((await client.finish(runId)).summary.requests).toBe(200);
  });

  it("is refused where the last one came with another content", async () => {
    const runId = await client.open();
    await client.send(runId, batch(1));
    await expect(client.send(runId, { ...batch(2), sequence: 1 })).rejects.toThrow(
      refusal("conflict", "sequence"),
    );
  });

  it("may be empty, and says that its writer is there", async () => {
    const runId = await client.open();
    expect(await client.send(runId, { writer: "a", sequence: 1 })).toMatchObject({ origin: null });
    expect(await client.send(runId, batch(2))).toMatchObject({ origin: START + 20 });
  });

  const [cell] = cellsOf(minute(0), 0);
  const wrong: [string, object, string, string | undefined][] = [
    ["no writer", { sequence: 1 }, "batch-unreadable", "writer"],
    ["a field that nobody knows", batch(1, { colour: "green" }), "batch-unreadable", "colour"],
    ["a label that is not listed", batch(1, { labels: [] }), "batch-unreadable", "cells.0.label"],
    [
      "a step off the run's grid",
      batch(1, { span: undefined, cells: [cell, { ...cell, step: 10, second: (cell?.second ?? 0) + 5 }] }),
      "batch-unreadable",
      "cells.1.second",
    ],
    [
      "a cell too far from the run's origin",
      batch(1, { cells: [cell, { ...cell, second: START + 40 * 86_400 }] }),
      "run-too-long",
      "cells.1.second",
    ],
    [
      "a cell that contradicts itself",
      batch(1, { cells: [cell, { ...cell, requests: 1 }] }),
      "cell-inconsistent",
      "cells.1",
    ],
    [
      "a span that is not that of its cells",
      batch(1, { span: { firstStartMicros: 5, lastCompletionMicros: 6 } }),
      "batch-unreadable",
      "span",
    ],
    [
      "a failure of a label that is not listed",
      batch(1, { failures: [{ label: 9, reason: "x", times: 1 }] }),
      "batch-unreadable",
      "failures.0.label",
    ],
  ];
  it.each(wrong)("is refused whole with %s", async (_name, body, code, field) => {
    const runId = await client.open({ origin: START });
    await expect(client.send(runId, body)).rejects.toThrow(refusal(code, field));
    expect((await stateOf(runId)).writers).toEqual([]);
  });

  it("is refused past the limits of cells and writers", async () => {
    const small = new LiveClient(importing, { limits: { batchCells: 19, writers: 1, writerCells: 45 } });
    const runId = await small.open();
    await expect(small.send(runId, batch(1))).rejects.toThrow(refusal("batch-too-large", "cells"));
    const few = new LiveClient(importing, { limits: { writers: 1, writerCells: 45 } });
    await few.send(runId, batch(1));
    await expect(few.send(runId, { ...batch(1), writer: "b" })).rejects.toThrow(refusal("too-many-writers"));
    await few.send(runId, batch(2));
    await expect(few.send(runId, batch(3))).rejects.toThrow(refusal("run-too-large"));
    expect((await few.finish(runId)).summary.requests).toBe(400);
  });

  it("past the limit of labels is counted under (other), as of an upload", async () => {
    const labels = Array.from({ length: 30 }, (_, at) => ({ name: `GET /${at}` }));
    const some = minute(0);
    const cells = labels.map((_, label) => ({
      label,
      step: 1 as const,
      second: START,
      ...writeLiveFigures(cellOf(some)),
    }));
    const few = new LiveClient(importing, { limits: { labels: 10, labelLength: 5 } });
    const runId = await few.open();
    await few.send(runId, { writer: "a", sequence: 1, labels, cells });
    const { summary, warnings } = await few.finish(runId);
    expect(summary.requests).toBe(30 * 200);
    expect(summary.labels.find(({ label }) => label === "(other)")?.requests).toBe(20 * 200);
    expect(warnings.map(({ code }) => code)).toContain("label-limit");
  });
});

describe("another attempt", () => {
  it("forgets what waits of the one before, and what that sends still is refused", async () => {
    const runId = await client.open();
    await client.send(runId, batch(1));
    await client.send(runId, batch(2));
    await client.send(runId, batch(2, { attempt: "again" }));
    await expect(client.finish(runId)).rejects.toThrow(refusal("conflict", "sequence"));
    await client.send(runId, batch(1, { attempt: "again" }));
    await expect(client.send(runId, batch(3))).rejects.toThrow(refusal("conflict", "attempt"));
    await expect(client.send(runId, batch(1))).rejects.toThrow(refusal("conflict", "attempt"));
    expect((await client.finish(runId)).summary.requests).toBe(400);
  });

  it("replaces what the one before brought to its end, once it ends itself", async () => {
    const runId = await client.open({ run: "build-7" });
    await client.send(runId, batch(1));
    await client.send(runId, batch(2));
    expect(await client.finish(runId)).toMatchObject({
      run: { status: "finished" },
      summary: { requests: 400 },
    });
    const again = batch(1, { attempt: "again" });
    await expect(client.send(runId, again)).rejects.toThrow(refusal("conflict"));
    expect(await client.open({ run: "build-7" })).toBe(runId);
    await client.send(runId, again);
    const before = await importing.inHome(({ prisma }) =>
      prisma.run.findUniqueOrThrow({ where: { id: runId } }),
    );
    expect([before.status, before.summary]).toMatchObject(["receiving", { requests: 400 }]);
    expect(await client.finish(runId)).toMatchObject({
      run: { status: "finished" },
      summary: { requests: 200 },
    });
  });
});
