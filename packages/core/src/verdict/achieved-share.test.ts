import { expect, it } from "vitest";
import { achievedShare } from "./achieved-share.ts";

const workload = { durationSeconds: 300, ratePerGenerator: 30, generators: 2 };

it("is of the steady phase's own length, so that warm-up doesn't count against a run", () => {
  const whole = { requests: 16_000, seconds: 300 };
  expect(achievedShare(workload, { requests: 14_400, steadySeconds: 240, whole })).toBe(1);
  expect(achievedShare(workload, { requests: 9_000, steadySeconds: null, whole })).toBe(0.5);
});

it("counts what a run that ended early didn't send", () => {
  const short = { requests: 3_600, seconds: 60 };
  expect(achievedShare(workload, { requests: 3_000, steadySeconds: 50, whole: short })).toBe(0.2);
  const nearly = { requests: 16_300, seconds: 271 };
  expect(achievedShare(workload, { requests: 14_400, steadySeconds: 240, whole: nearly })).toBe(1);
});

it("isn't known without an expectation or a count", () => {
  const whole = { requests: null, seconds: 60 };
  expect(achievedShare(workload, { requests: null, steadySeconds: 50, whole })).toBeNull();
  expect(
    achievedShare({ ...workload, generators: null }, { requests: 1, steadySeconds: 1, whole }),
  ).toBeNull();
});
