import { expect, it } from "vitest";
import { RISE } from "../testing/evidence.ts";
import type { JudgedTarget } from "./evidence.ts";
import { askLoadFindings, riseFindings } from "./rise-findings.ts";
import { sayFindings } from "./words.ts";

const TARGET: JudgedTarget = {
  text: "p99 <= 200 ms",
  label: null,
  verdict: "met",
  value: 150,
  unit: "ms",
  threshold: 200,
  interval: null,
  window: null,
  doubt: null,
  confidence: 0.9,
  reasons: [],
};
const found = (changed: Partial<JudgedTarget> = {}) => riseFindings(RISE, [{ ...TARGET, ...changed }]);

it("latency that rises under the same load is described, and the targets judge it", () => {
  const [rise] = found({ verdict: "missed" });
  expect(rise).toMatchObject({
    effect: "note",
    kind: "rise",
    code: "requests",
    metric: "p99",
    before: 310,
    after: 1_309,
    unit: "ms",
    limit: 20,
    window: RISE.window,
  });
  if (rise === undefined) throw new Error("no finding");
  const said = sayFindings([rise, { ...rise, code: "users", limit: 10 }], []);
  expect(said.map(({ about, words }) => `${about}: ${words}`)).toEqual([
    "latency: p99 rises from 310 to 1,309 ms while the load stays at 20 req/s.",
    "latency: p99 rises from 310 to 1,309 ms while the load stays at 10 users.",
  ]);
});

it("is described by the highest percentile that rises as much", () => {
  const figures = [
    { metric: "p50" as const, beforeMs: 80, afterMs: 310 },
    { metric: "p95" as const, beforeMs: 200, afterMs: 310 },
    { metric: "p99" as const, beforeMs: 1_000, afterMs: 1_010 },
  ];
  expect(riseFindings({ ...RISE, figures }, [])).toMatchObject([{ metric: "p95" }]);
  expect(riseFindings({ ...RISE, figures: [] }, [])).toEqual([]);
  expect(riseFindings(null, [])).toEqual([]);
});

it("leaves it open whether a run holds that misses its target at the end", () => {
  const [rise] = sayFindings(found(), []);
  expect(rise?.effect).toBe("unsure");
  expect(rise?.words).toBe(
    "p99 rises from 310 to 1,309 ms while the load stays at 20 req/s. It meets its target over the whole time, and misses it at the end.",
  );
  const others = [
    { text: "p99 <= 2 s", threshold: 2, unit: "s" },
    { text: 'p99 of "GET /cart" <= 200 ms', label: "GET /cart" },
    { text: "p99 >= 200 ms" },
    { text: "p90 <= 200 ms" },
    { text: "p99 <= 200 ms at 600 users" },
  ];
  for (const one of others) expect(found(one)).toMatchObject([{ effect: "note" }]);
});

it("latency that rises under an unknown load is one question", () => {
  expect(askLoadFindings(null)).toEqual([]);
  const [asked] = sayFindings(askLoadFindings({ times: 4.2 }), []);
  expect(asked).toMatchObject({
    effect: "unsure",
    kind: "rise",
    code: "unknown-load",
    about: "latency",
    words: "p50 rises to 4.20x its first value, and nothing shows the load. Was the load constant?",
  });
});
