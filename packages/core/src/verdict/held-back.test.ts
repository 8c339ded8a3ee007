import { expect, it } from "vitest";
import { busy, verdictOf, window } from "../testing/judged.ts";
import { countStalls, heldBackIn, stallsText } from "./held-back.ts";

const stall = { from: "2026-11-21T12:00:20.000Z", to: "2026-11-21T12:00:40.000Z", unsent: 1_000 };
const hang = {
  from: "2026-11-21T12:01:00.000Z",
  to: "2026-11-21T12:02:00.000Z",
  waitedSeconds: 30,
  unsent: 400,
};

it("stalls and partial hangs of a window hold requests back", () => {
  const both = { holes: [stall, { from: stall.from, to: stall.to }], hangs: [hang] };
  expect(heldBackIn(both, null)).toEqual([
    { seconds: 20, requests: 1_000 },
    { seconds: 30, requests: 400, partial: true },
  ]);
  expect(heldBackIn(both, { from: stall.from, to: hang.from })).toHaveLength(1);
  expect(heldBackIn(null, null)).toEqual([]);
});

it("are told by what they were", () => {
  const text = (stalls: number, partial?: number) =>
    stallsText({ seconds: 50, stalls, ...(partial === undefined ? {} : { partial }) });
  expect(text(1)).toBe("a stall of 50 s");
  expect(text(2)).toBe("2 stalls of 50 s in total");
  expect(text(1, 1)).toBe("a partial hang of 50 s");
  expect(text(2, 2)).toBe("2 partial hangs of 50 s in total");
  expect(text(2, 1)).toBe("2 stalls of 50 s in total");
  expect(countStalls(heldBackIn({ holes: [stall], hangs: [hang] }, null))).toEqual({
    requests: 1_400,
    seconds: 50,
    stalls: 2,
    partial: 1,
  });
});

it("latencies that a partial hang made look good settle nothing", () => {
  const within = { ...hang, from: window.from, to: window.to, unsent: 1_000 };
  const verdict = (text: string) => verdictOf(text, busy, { hangs: [within] });
  expect(verdict("p99 <= 200 ms")).toMatchObject({ verdict: "unsure", doubt: { code: "stall" } });
  expect(verdict("p99 <= 200 ms").reason).toContain(
    "About 1,000 requests were never sent in a partial hang of 30 s. With them, p99 would be about 27,000 ms. If it was planned,",
  );
  expect(verdict("p99 <= 200 ms as measured").verdict).toBe("met");
  expect(verdict("p99 <= 60 s").verdict).toBe("met");
});
