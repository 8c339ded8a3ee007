import { describe, expect, it } from "vitest";
import type { TalliedCell } from "@headroom/core";
import { PackedTallies, RememberedTallies } from "./remembered-tallies.ts";

const cellsOf = (count: number): TalliedCell[] =>
  Array.from({ length: count }, (_, at) => ({
    second: 1_795_200_000 + at * 600,
    step: 600,
    goodPerMillion: 999_000 + (at % 2),
    tally: { requests: 5_000_000_000 + at, badLow: at, badHigh: at + 0.5 },
  }));
const stretch = (count: number) => ({
  from: 0,
  to: 1,
  readAt: 0,
  cells: new PackedTallies(cellsOf(count)),
});

describe("what SLOs have counted", () => {
  it("is the same after it was packed, from any second on", () => {
    const cells = cellsOf(5);
    const packed = new PackedTallies(cells);
    expect(packed.from(0)).toEqual(cells);
    expect(packed.from(1_795_200_000 + 1_200)).toEqual(cells.slice(2));
    expect(packed.from(Infinity)).toEqual([]);
  });

  it("stays for those that are used, also if more SLOs take turns than fit", () => {
    const remembered = new RememberedTallies(100);
    const keys = Array.from({ length: 20 }, (_, at) => `slo ${at}`);
    const found: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      let hits = 0;
      for (const key of keys) {
        const now = minute * 60;
        if (remembered.of(key, now) === null) remembered.keep(key, stretch(10), now);
        else hits += 1;
      }
      found.push(hits);
    }
    expect(found).toEqual([0, 10, 10, 10, 10, 10, 10, 10, 10, 10]);
  });

  it("makes room for others once nobody asks for it, and never takes more than it may", () => {
    const remembered = new RememberedTallies(100);
    remembered.keep("old", stretch(60), 0);
    remembered.keep("older than it looks", stretch(40), 0);
    remembered.of("older than it looks", 300);
    remembered.keep("early", stretch(50), 599);
    expect(remembered.of("early", 599)).toBeNull();
    remembered.keep("next", stretch(50), 600);
    expect(["old", "older than it looks", "next"].map((key) => remembered.of(key, 600) !== null)).toEqual([
      false,
      true,
      true,
    ]);
    remembered.keep("too large", stretch(101), 10_000);
    expect(remembered.of("too large", 10_000)).toBeNull();
    remembered.keep("fits", stretch(100), 20_000);
    expect(remembered.of("fits", 20_000)?.cells.length).toBe(100);
  });
});
