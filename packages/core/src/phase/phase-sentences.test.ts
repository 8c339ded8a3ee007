import { expect, it } from "vitest";
import { phaseWords } from "./phase-sentences.ts";
import type { PhaseReason } from "./phase-sentences.ts";

type Code = PhaseReason["code"];
/** The fields of a reason, and its words. */
type Said = { [One in Code]: [Omit<Extract<PhaseReason, { code: One }>, "code">, string] };

const SAID: Said = {
  given: [{ words: "as it was stored" }, "as it was stored"],
  "whole-steady": [{}, "it has no warm-up or cool-down"],
  "cut-ends": [{ warmUpSeconds: 60, coolDownSeconds: 9.6 }, "1m of warm-up and 10 s of cool-down left out"],
  "set-by-hand": [{ at: "2026-11-21T23:59:00.000Z" }, "set by hand on 21 Nov 2026"],
  interrupted: [{}, "the run was interrupted"],
  "no-whole-step": [{}, "no whole step lies inside the steady seconds"],
  "not-measured": [{}, "nothing was measured"],
  "not-settled": [{}, "the run did not settle in its first half"],
  "slow-start": [
    {},
    "the service was slow at first, for longer than the fifth of a run that a warm-up can take",
  ],
  "whole-quoted": [
    { leftOut: { warmUpSeconds: 60, coolDownSeconds: 0 } },
    "the tool's percentiles are of the whole run, and throughput is judged without 1m of warm-up",
  ],
  "late-change": [
    { of: "throughput", change: -0.196, afterSeconds: 600 },
    "throughput is 20% lower after the first 10m",
  ],
  "too-short": [{ seconds: 19, slices: 1 }, "too short to tell: 19 s in 1 slice"],
  "no-requests": [{}, "no requests completed"],
  "mostly-idle": [{}, "the load was interrupted most of the time"],
  "steady-too-short": [{ seconds: 12 }, "only 12 s of it is steady"],
  "most-outside": [{}, "most requests are outside the steady part"],
  "users-trend": [{ change: -0.4 }, "users fall by 40% of their mean"],
  "throughput-trend": [{ change: 1.6 }, "throughput rises by 160% of its mean"],
  "users-levels": [{ low: 100, high: 1_000 }, "users change between 100 and 1,000"],
  "throughput-levels": [{ low: 99.6, high: 1_040 }, "throughput changes between 100 and 1,000 req/s"],
  "p50-rises": [{ times: 2.4 }, "p50 rises to 2.40x its first value"],
};

it.each(Object.entries(SAID))("the words of %s", (code, [fields, words]) => {
  expect(phaseWords({ code, ...fields } as PhaseReason)).toBe(words);
});

it("names no cool-down that rounds away between the end of the phase and that of the run", () => {
  const words = (warmUpSeconds: number, coolDownSeconds: number) =>
    phaseWords({ code: "cut-ends", warmUpSeconds, coolDownSeconds });
  expect(words(20, 1.2)).toBe("20 s of warm-up left out");
  expect(words(20, 2)).toBe("20 s of warm-up and 2 s of cool-down left out");
  expect(words(0, 0.6)).toBe("it has no warm-up or cool-down");
  expect(phaseWords({ code: "whole-quoted", leftOut: { warmUpSeconds: 0.4, coolDownSeconds: 1 } })).toBe(
    "the tool's percentiles are of the whole run",
  );
});
