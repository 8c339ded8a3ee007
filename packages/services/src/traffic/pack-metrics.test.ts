import { describe, expect, it } from "vitest";
import { emptyCell, Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { writeLiveFigures } from "@headroom/contract";
import { packJson } from "../live/pack-json.ts";
import { packMessage, unpackMessage } from "../run/live/messages.ts";
import type { TrafficMessage } from "./traffic-message.ts";

const all = Sketch.of([5, 70_000, 1_000]);
const sketched: Cell = {
  requests: 3,
  errors: 1,
  withoutOutcome: 1,
  items: 3,
  bytes: 0,
  sumMicros: all.sum,
  minMicros: all.min,
  maxMicros: all.max,
  distribution: { kind: "sketch", all, failed: Sketch.of([5]) },
};
const second = 1_795_254_167;
const message: TrafficMessage = {
  kind: "traffic",
  workspaceId: "w",
  serviceId: "s",
  at: "2026-11-21T10:00:00.000Z",
  body: "digest",
  cells: [
    { rule: "k6-influx", label: "GET /ü", second, cell: sketched },
    {
      rule: "http-requests-total",
      label: "(unnamed)",
      second,
      cell: { ...emptyCell(), requests: 7, items: 7 },
    },
  ],
  readings: [
    {
      key: "k",
      target: null,
      rule: "r",
      label: "l",
      failed: null,
      fromZero: false,
      reading: { atMicros: second * 1e6, startMicros: null, count: 5, sumMicros: null, atMost: [[5, 2]] },
    },
  ],
  gauges: [{ name: "vus", unit: null, second, cell: { count: 1, sum: 5, min: 5, max: 5, last: 5 } }],
  seen: [
    {
      name: "x",
      field: null,
      kind: "gauge",
      temporality: "each",
      unit: null,
      rule: null,
      series: 1,
      examples: [[["a", "b"]]],
    },
  ],
};

/** Sketches compare by what they encode to. */
function plain({ cells, ...rest }: TrafficMessage): unknown {
  const figures = cells.map(({ cell, ...place }) => ({
    ...place,
    ...writeLiveFigures(cell),
    un: cell.withoutOutcome,
  }));
  return { ...rest, figures };
}

describe("metrics in the log", () => {
  it("come back as they were", async () => {
    const back = await unpackMessage(await packMessage(message));
    expect(plain(back as TrafficMessage)).toEqual(plain(message));
  });

  it("are read as the version before wrote them, as JSON", async () => {
    const cells = message.cells.map(({ cell, ...place }) => {
      const { withoutOutcome } = cell;
      return {
        ...place,
        ...(withoutOutcome === undefined ? {} : { withoutOutcome }),
        figures: writeLiveFigures(cell),
      };
    });
    const back = await unpackMessage(await packJson({ ...message, cells }));
    expect(plain(back as TrafficMessage)).toEqual(plain(message));
  });

  it("take less space than as JSON", async () => {
    const many = Array.from({ length: 500 }, (_, at) => {
      const own = Sketch.of(
        Array.from({ length: 20 }, (_unused, one) => 20_000 + ((at * 7_919 + one * 104_729) % 60_000)),
      );
      return {
        rule: "r",
        label: `GET /route-${at}`,
        second,
        cell: { ...sketched, distribution: { kind: "sketch" as const, all: own, failed: null } },
      };
    });
    const packed = await packMessage({ ...message, cells: many });
    const figures = many.map(({ cell, ...place }) => ({ ...place, figures: writeLiveFigures(cell) }));
    expect(packed.length).toBeLessThan(JSON.stringify({ ...message, cells: figures }).length / 3);
  });
});
