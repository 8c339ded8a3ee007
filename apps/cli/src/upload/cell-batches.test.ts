import { ALL_REQUESTS, mergeAllCells, RunAggregation } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { liveFigures, readLiveFigures } from "@headroom/contract";
import { afterEach, describe, expect, it } from "vitest";
import { readUploadArguments } from "./arguments.ts";
import { batchesOf, totalsOf } from "./cell-batches.ts";
import { readCliEnv } from "../env.ts";
import { readLocally } from "./local-run.ts";
import type { LocalRun } from "./local-run.ts";

const HEADER = "timeStamp,elapsed,label,responseCode,success,allThreads";

function rows(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const failed = at % 97 === 0;
    return `${1_700_000_000_000 + at * 10},${10 + (at % 50)},GET /${at % 3},${failed ? 500 : 200},${!failed},${at % 7}`;
  });
  return `${HEADER}\n${lines.join("\n")}\n`;
}

let opened: LocalRun | null = null;
afterEach(() => {
  opened?.spool.close();
  opened = null;
});

async function read(text: string): Promise<LocalRun> {
  const bytes = Buffer.from(text);
  const args = ["x", "--service", "s", "--experiment", "e"];
  opened = await readLocally({
    files: [
      {
        name: "x",
        head: bytes.subarray(0, 65_536),
        chunks: (async function* () {
          for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
        })(),
      },
    ],
    arguments: readUploadArguments(args, readCliEnv({ HEADROOM_TOKEN: "t" })),
    originMicros: null,
    startMicros: 0,
  });
  return opened;
}

describe("the batches of a run", () => {
  it("hold every request once, in the cells of its label's finest step", async () => {
    const run = await read(rows(30_000));
    const merged = new Map<string, Cell[]>();
    for (const { labels = [], cells = [] } of batchesOf(run)) {
      for (const { label, step, second, ...figures } of cells) {
        expect([step, second % step]).toEqual([1, 0]);
        const name = label === null ? "(all)" : (labels[label]?.name ?? "");
        merged.set(name, [...(merged.get(name) ?? []), readLiveFigures(liveFigures.parse(figures))]);
      }
    }
    expect([...merged.keys()].toSorted()).toEqual(["(all)", "500", "GET /0", "GET /1", "GET /2"]);
    expect(mergeAllCells(merged.get("(all)") ?? [])).toEqual(run.totals.all);
    for (const { name, total } of run.totals.labels)
      expect(mergeAllCells(merged.get(name) ?? [])).toEqual(total);
    expect(totalsOf(run).totals).toEqual([]);
  });

  it("are the same each time, as an upload that goes on needs them", async () => {
    const run = await read(rows(5_000));
    expect([...batchesOf(run)]).toEqual([...batchesOf(run)]);
  });

  it("bring the totals of a source that states them beside its intervals", async () => {
    const run = await read(rows(100));
    expect(totalsOf(run).totals).toEqual([]);
    const stated = totalsOf({ ...run, report: { ...run.report, source: "sketch" } });
    expect(stated.totals.map(({ requests }) => requests)).toEqual([100, 34, 2, 33, 33]);
  });

  it("bring the totals that no cells add up to", async () => {
    const run = await read(rows(100));
    const aggregation = new RunAggregation();
    const quoted: Cell = {
      requests: 5,
      errors: 0,
      items: 5,
      bytes: 0,
      sumMicros: null,
      minMicros: null,
      maxMicros: null,
      distribution: { kind: "quoted", micros: { p99: 5 } },
    };
    aggregation.total(ALL_REQUESTS, quoted);
    aggregation.total(aggregation.label("GET /", "request"), quoted);
    const { labels, totals } = totalsOf({ ...run, totals: aggregation.finish() });
    expect(labels).toEqual([{ name: "GET /", kind: "request" }]);
    expect(totals.map(({ label, requests }) => [label, requests])).toEqual([
      [null, 5],
      [0, 5],
    ]);
  });

  it("refuse a file of too many bad lines before anything is sent", async () => {
    await expect(read(`${rows(10)}nonsense\nnonsense\n`)).rejects.toMatchObject({
      code: "too-many-bad-lines",
    });
  });
});
