import { expect, it } from "vitest";
import { parseTarget } from "../../targets/target.ts";
import type { Target } from "../../targets/target.ts";
import { heldLoadText } from "../../verdict/held-load.ts";
import { heldLoads } from "./held-loads.ts";
import { breaksAt700, rampOf, toThousand } from "../../testing/ramps.ts";
import type { Service } from "../../testing/ramps.ts";
import { levelsOfRamp } from "./ramp.ts";
import type { RampPoint } from "./rising-part.ts";

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}

function held(text: string, service: Service, points: RampPoint[] = rampOf({ service, load: steps })) {
  const levels = levelsOfRamp({ points, of: "users", outages: [], absent: [] });
  if ("problem" in levels) throw new Error(levels.problem);
  const input = { absent: [], latencyResolutionMicros: 1, latencyRelativeError: 0, confidence: 0.9 };
  return heldLoads(levels, { targets: [target(text)], ...input }).get(text) ?? null;
}

const steps = (share: number) => 50 * Math.min(20, Math.floor(share * 20) + 1);

it("says up to which load a target held, and where it broke", () => {
  const found = held("p95 <= 1 s", breaksAt700);
  expect(found).toMatchObject({ of: "users", from: 50, to: 1_000, heldTo: 500, missedAt: 550 });
  expect(found && heldLoadText(found)).toBe("Held to 500 users, broke at 550.");
});

it("says when nothing broke", () => {
  const found = held("p95 <= 1 s", (users) => ({ rate: users / 15, millis: 200 }));
  expect(found).toMatchObject({ heldTo: 1_000, missedAt: null, missedThroughout: false });
  expect(found && heldLoadText(found)).toBe("Held to 1,000 users, the most that this run reached.");
});

it("knows a target that is missed at every load", () => {
  const found = held("p95 <= 100 ms", breaksAt700);
  expect(found).toMatchObject({ heldTo: null, missedAt: 50, missedThroughout: true });
  expect(found && heldLoadText(found)).toBe("Missed at every load, from 50 to 1,000 users.");
});

it("doesn't take a cold start for a miss at every load, nor for the end", () => {
  const cold: Service = (users) => ({ rate: users / 15, millis: users < 100 || users > 800 ? 3_000 : 200 });
  expect(held("p95 <= 1 s", cold)).toMatchObject({ heldTo: 800, missedAt: 850, missedThroughout: false });
});

it("doesn't hold beyond an outage, though the target is met again", () => {
  const service: Service = (users) => ({ rate: users / 15, millis: 200, failed: users === 400 ? 0.5 : 0 });
  const found = held("error rate <= 1%", service);
  expect(found).toMatchObject({ heldTo: 350, missedAt: 400, metAgainAt: 450 });
  expect(found && heldLoadText(found)).toBe("Held to 350 users, missed at 400, and met again at 450.");
});

it("leaves other targets to how the run is judged", () => {
  for (const text of [
    "p95 of /pay <= 1 s",
    "p95 <= 1 s at 600 users",
    "p95 <= baseline",
    "throughput >= 10/s",
  ])
    expect(held(text, breaksAt700)).toBeNull();
});

it("is fine with a slope", () => {
  const found = held("p95 <= 1 s", breaksAt700, rampOf({ service: breaksAt700, load: toThousand }));
  // The median is 200 ms + 9 ms for each user above 500, and p95 about twice that.
  expect(found?.heldTo).toBeGreaterThan(500);
  expect(found?.missedAt).toBeLessThan(580);
});
