import { ALL_REQUESTS, mergeAllCells, RunAggregation } from "@headroom/core";
import type { Cell, CellRow } from "@headroom/core";
import { liveBatch, liveFigures, readLiveFigures, writeLiveFigures } from "@headroom/contract";
import { detectFormat, peekFirstStart, UploadParse } from "@headroom/formats";
import type { Format, ParseOptions } from "@headroom/formats";
import { readFixtures } from "@headroom/formats/testing";
import { describe, expect, it } from "vitest";
import type { BatchBody } from "../upload/cell-batches.ts";
import { LiveCells } from "./live-cells.ts";

interface Read {
  format: Format;
  bytes: Uint8Array;
  options: ParseOptions;
  originSecond: number;
}

const STARTED = Date.UTC(2026, 0, 5, 10) * 1_000;

/** What can be streamed: files that are written line by line, with times. */
const files = readFixtures().flatMap(({ name, bytes, truth }) => {
  const found = detectFormat(bytes.subarray(0, 65_536));
  if (!found.ok || found.format.reads === "document" || found.format.role !== "run") return [];
  const options = { ...truth.options, startMicros: STARTED };
  const { firstStartMicros } = peekFirstStart(found.format, bytes, options);
  if (firstStartMicros === null) return [];
  const read: Read = {
    format: found.format,
    bytes,
    options,
    originSecond: Math.floor(firstStartMicros / 1e6),
  };
  return [{ name, read }];
});

function streamed({ format, bytes, options, originSecond }: Read, sizes: () => number) {
  const cells = new LiveCells(originSecond);
  const parse = new UploadParse(cells, false);
  parse.begin(format.id, format, options);
  const batches: BatchBody[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = sizes();
    parse.write(new Uint8Array(bytes.subarray(at, at + size)));
    batches.push(...cells.take());
    at += size;
  }
  const report = parse.end();
  const { batches: rest, totals } = cells.finish();
  return { batches: [...batches, ...rest], report, totals };
}

/** The same file as an upload reads it. */
function uploaded({ format, bytes, options, originSecond }: Read) {
  const aggregation = new RunAggregation({ originMicros: originSecond * 1e6 });
  const parse = new UploadParse(aggregation, false);
  parse.begin(format.id, format, options);
  parse.write(bytes);
  const report = parse.end();
  const totals = aggregation.finish();
  const names = new Map(totals.labels.map(({ label, name, kind }) => [label, `${kind} ${name}`]));
  const finest = new Map(totals.labels.map(({ label, finestStepSeconds }) => [label, finestStepSeconds]));
  finest.set(ALL_REQUESTS, totals.allFinestStepSeconds);
  const kept = aggregation.drain().filter(({ label, stepSeconds }) => finest.get(label) === stepSeconds);
  return { report, totals, cells: merged(kept.map((row) => [keyOf(row, names, originSecond), row.cell])) };
}

function keyOf({ label, stepSeconds, offsetSeconds }: CellRow, names: Map<number, string>, origin: number) {
  return `${names.get(label) ?? "(all)"} ${stepSeconds} ${origin + offsetSeconds}`;
}

function merged(cells: readonly [string, Cell][]): Record<string, unknown> {
  const groups = Map.groupBy(cells, ([key]) => key);
  const entries = [...groups].map(([key, some]) => {
    return [key, writeLiveFigures(mergeAllCells(some.map(([, cell]) => cell)))] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sentCells(batches: readonly BatchBody[]): Record<string, unknown> {
  return merged(
    batches.flatMap(({ labels = [], cells = [] }) =>
      cells.map(({ label, step, second, ...figures }): [string, Cell] => {
        const named = label === null ? undefined : labels[label];
        const name = named === undefined ? "(all)" : `${named.kind} ${named.name}`;
        return [`${name} ${step} ${second}`, readLiveFigures(liveFigures.parse(figures))];
      }),
    ),
  );
}

function randomSizes(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return 1 + (state % 900);
  };
}

it("sends a second as soon as the next one begins, and what comes late within two seconds", () => {
  const cells = new LiveCells(0);
  const label = cells.label("GET /a", "request");
  const sentAfter = (second: number) => {
    cells.add(label, second * 1e6, 1_000, false, 1, 0);
    return cells.take().map((body) => (body.cells ?? []).map((cell) => cell.second));
  };
  expect(sentAfter(0.2)).toEqual([]);
  expect(sentAfter(0.9)).toEqual([]);
  // One cell of the label and one of all requests.
  expect(sentAfter(1.1)).toEqual([[0, 0]]);
  expect(sentAfter(0.95)).toEqual([]);
  expect(sentAfter(2.1)).toEqual([[1, 1, 0, 0]]);
  expect(sentAfter(3.1)).toEqual([[2, 2]]);
});

it("finds files of many formats", () => {
  const formats = new Set(files.map(({ read }) => read.format.id));
  expect([...formats]).toEqual(
    expect.arrayContaining([
      "jmeter-csv",
      "jmeter-xml",
      "k6-ndjson",
      "gatling-binary",
      "gatling-text",
      "locust-history",
    ]),
  );
});

describe.each(files)("a stream of $name", ({ read }) => {
  const once = streamed(read, () => 65_536);

  it("has the cells of an upload, to the byte of each sketch", () => {
    const whole = uploaded(read);
    expect(sentCells(once.batches)).toEqual(whole.cells);
    expect(once.report).toEqual(whole.report);
    // Cells don't say which host answered.
    const { dropped: _ofCells, hosts: _ofSamples, gauges, ...totals } = whole.totals;
    expect(once.totals).toMatchObject({ ...totals, gauges });
  });

  it("has the failures and gauges of an upload", () => {
    const { totals } = uploaded(read);
    const failures = new Map<string, number>();
    let values = 0;
    for (const { failures: some = [], gauges = [], labels = [] } of once.batches) {
      for (const { label, reason, times } of some) {
        const key = `${label === null ? "(all)" : labels[label]?.name} ${reason}`;
        failures.set(key, (failures.get(key) ?? 0) + times);
      }
      for (const gauge of gauges) for (const { spread } of gauge.values) values += spread?.count ?? 1;
    }
    const names = new Map(totals.labels.map(({ label, name }) => [label, name]));
    const expected = Map.groupBy(
      totals.failures,
      ({ label, reason }) => `${names.get(label) ?? "(all)"} ${reason}`,
    );
    expect(failures).toEqual(
      new Map([...expected].map(([key, some]) => [key, some.reduce((sum, { times }) => sum + times, 0)])),
    );
    const finest = totals.gauges.flatMap(({ rows, finestStepSeconds }) =>
      rows.filter(({ stepSeconds }) => stepSeconds === finestStepSeconds),
    );
    expect(values).toBe(finest.reduce((sum, { cell }) => sum + cell.count, 0));
  });

  it("is the same batches, however its bytes arrive, as a restarted command needs them", () => {
    expect(streamed(read, randomSizes()).batches).toEqual(once.batches);
    expect(streamed(read, () => 7).batches).toEqual(once.batches);
  });

  it("is batches that the API reads", () => {
    for (const [at, body] of once.batches.entries())
      expect(() => liveBatch.parse({ writer: "w", sequence: at + 1, ...body })).not.toThrow();
  });
});
