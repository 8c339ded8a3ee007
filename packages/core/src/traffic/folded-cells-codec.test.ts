import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import type { FoldedCell } from "./fold-cells.ts";
import { decodeFoldedCells, encodeFoldedCells } from "./folded-cells-codec.ts";

const micros = fc.integer({ min: 0, max: 1e12 });
const count = fc.integer({ min: 0, max: 1e12 });
const latencies = fc.array(micros, { minLength: 1, maxLength: 40 });
const distribution: fc.Arbitrary<Cell["distribution"]> = fc.oneof(
  fc.constant({ kind: "none" } as const),
  fc.record({
    kind: fc.constant("sketch" as const),
    all: latencies.map((values) => Sketch.of(values)),
    failed: fc.option(latencies.map((values) => Sketch.of(values))),
  }),
  fc.record({
    kind: fc.constant("buckets" as const),
    upperBoundsMicros: fc.constant<number[]>([5, 10]),
    counts: fc.array(count, { minLength: 3, maxLength: 3 }),
  }),
);
const cell: fc.Arbitrary<Cell> = fc.record(
  {
    requests: count,
    errors: count,
    items: count,
    bytes: count,
    withoutOutcome: fc.integer({ min: 1, max: 1e9 }),
    sumMicros: fc.option(fc.double({ min: 0, max: 1e24, noNaN: true })),
    minMicros: fc.option(micros),
    maxMicros: fc.option(micros),
    distribution,
  },
  {
    requiredKeys: [
      "requests",
      "errors",
      "items",
      "bytes",
      "sumMicros",
      "minMicros",
      "maxMicros",
      "distribution",
    ],
  },
);
const folded: fc.Arbitrary<FoldedCell> = fc.record({
  rule: fc.constantFrom("k6", "http-requests-total"),
  label: fc.string({ unit: "grapheme", maxLength: 12 }),
  second: fc.integer({ min: 0, max: 4e9 }),
  cell,
});

/** Sketches compare by what they encode to. */
function plain(cells: readonly FoldedCell[]): unknown {
  return cells.map(({ cell: { distribution: own, ...figures }, ...place }) => {
    if (own.kind !== "sketch") return { ...place, ...figures, own };
    return { ...place, ...figures, all: own.all.encode(), failed: own.failed?.encode() ?? null };
  });
}

const simple: FoldedCell = {
  rule: "k6",
  label: "a",
  second: 1_795_254_167,
  cell: { ...emptyCell(), requests: 3 },
};

describe("the cells of a body in the log", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.array(folded, { maxLength: 20 }), (cells) => {
        expect(plain(decodeFoldedCells(encodeFoldedCells(cells)))).toEqual(plain(cells));
      }),
    );
  });

  it("name each rule and label once", () => {
    const one = encodeFoldedCells([{ ...simple, label: "l".repeat(100) }]).length;
    const two = encodeFoldedCells(
      [simple, simple].map((each) => ({ ...each, label: "l".repeat(100) })),
    ).length;
    expect(two - one).toBeLessThan(30);
  });

  it("are refused if they were cut, changed or written by a newer version", () => {
    const bytes = encodeFoldedCells([simple, { ...simple, label: "b" }]);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeFoldedCells(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "stored-bytes-broken" }),
      );
    expect(() => decodeFoldedCells(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(/goes on after its end/);
    expect(() => decodeFoldedCells(Uint8Array.of(9))).toThrow(
      expect.objectContaining({ code: "stored-version-unknown" }),
    );
  });
});
