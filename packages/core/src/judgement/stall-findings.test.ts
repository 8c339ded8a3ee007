import { describe, expect, it } from "vitest";
import { DEAD, RUN } from "../testing/evidence.ts";
import type { JudgedTarget, RunEvidence } from "./evidence.ts";
import { stallFindings } from "./stall-findings.ts";
import { sayFindings } from "./words.ts";

const OUTAGE = { code: "none-succeeded", seconds: 121, ofSeconds: 661 } as const;
type Hole = RunEvidence["holes"][number];
const stall: Hole = { fromSeconds: 150, toSeconds: 163, shape: "stall", unsent: 390 };

const found = (
  holes: readonly Hole[],
  run: Partial<RunEvidence> = {},
  targets: readonly JudgedTarget[] = [],
) => stallFindings({ ...RUN, requests: 8_610, ...run, holes }, targets);

describe("a stall", () => {
  it("that held back 2% of the requests leaves a run unsure, whatever its targets", () => {
    const [finding, ...more] = found([stall]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      effect: "unsure",
      kind: "outage",
      code: "stall",
      before: 150,
      after: 163,
      unit: "s",
      limit: 390,
    });
    expect(sayFindings(finding === undefined ? [] : [finding], [])).toMatchObject([
      {
        words:
          "No request succeeded from 2:30 to 2:43. About 390 requests (4.3%) were never sent because of that.",
      },
    ]);
  });

  it("counts with the others", () => {
    const short = { ...stall, unsent: 100 };
    expect(found([short])).toEqual([]);
    expect(found([short, { ...short, fromSeconds: 200, toSeconds: 204 }])).toMatchObject([
      { before: 150, limit: 200 },
    ]);
  });

  it("is nothing if nobody waited, the pause was planned, or the run was an outage anyway", () => {
    expect(found([{ fromSeconds: 150, toSeconds: 163, unsent: 390 }])).toEqual([]);
    expect(found([{ ...stall, unsent: 19 }], { requests: 50 })).toEqual([]);
    expect(found([stall], { outage: OUTAGE })).toEqual([]);
    expect(found([stall], { requests: null })).toEqual([]);
    const planned = { text: "p99 <= 200 ms as measured" } as JudgedTarget;
    expect(found([stall], {}, [planned])).toEqual([]);
  });
});

describe("a partial hang", () => {
  const hang = {
    fromSeconds: 300,
    toSeconds: 361,
    users: 50,
    missing: 25,
    waitedSeconds: 60,
    unsent: 390,
  };

  it("that held back 2% of the requests leaves a run unsure, and less is said", () => {
    const [finding] = found([], { hangs: [hang] });
    expect(finding).toMatchObject({ effect: "unsure", kind: "outage", code: "partial-hang", limit: 390 });
    expect(sayFindings(finding === undefined ? [] : [finding], [])).toMatchObject([
      {
        words:
          "Some users hung, and others went on, from 5:00 to 6:01. About 390 requests (4.3%) were never sent because of that.",
      },
    ]);
    expect(found([], { hangs: [{ ...hang, unsent: 100 }] })).toMatchObject([{ effect: "note" }]);
  });

  it("counts with the stalls", () => {
    const [some, more] = [
      { ...stall, unsent: 100 },
      { ...hang, unsent: 100 },
    ];
    expect(found([some], { hangs: [more] })).toMatchObject([
      { effect: "unsure", code: "partial-hang", limit: 200 },
    ]);
  });
});

it("a service that is dead at the end leaves a run unsure, also if it was an outage", () => {
  for (const outage of [null, OUTAGE]) {
    const [finding] = found([stall, DEAD], { outage });
    expect(finding).toMatchObject({ effect: "unsure", kind: "outage", code: "end", before: 540, after: 661 });
    expect(sayFindings(finding === undefined ? [] : [finding], [])).toMatchObject([
      { words: "No request succeeded from 9:00 to the end of the run at 11:01." },
    ]);
  }
});
