import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

/** Evenly spaced requests of ten milliseconds each. */
function even(from: number, seconds: number, perSecond: number): Sample[] {
  return Array.from({ length: Math.floor(seconds * perSecond) }, (_, at) => ({
    label: "GET /",
    completedAtMicros: Math.round((1_700_000_000 + from + at / perSecond + 0.01) * 1e6),
    latencyMicros: 10_000,
  }));
}

it.each([
  ["a minute that begins and ends within a second", 0.9, 59.1, 200, "2023-11-14T22:13:21.000Z"],
  ["an hour that ends within a point of its timeline", 0, 3_601.2, 10, "2023-11-14T22:13:20.000Z"],
])(
  "the steady phase of %s is whole seconds of it, at its full rate",
  async (name, from, seconds, rate, begins) => {
    const parameters = { experiment: name, target: [`throughput >= ${rate * 0.999}/s`] };
    const { answer } = await importing.upload(parameters, sampleSource(even(from, seconds, rate)));
    const { run, steady, targets } = answer;
    expect(steady?.from).toBe(begins);
    expect(Date.parse(steady?.to ?? "")).toBeLessThanOrEqual(Date.parse(run.endedAt ?? ""));
    expect(steady?.summary.throughput).toBe(rate);
    expect(targets).toMatchObject([{ verdict: "met", value: rate }]);
  },
);

/** A hundred requests a second, none in the outage, and then 40 s late those of fifty users. */
function withOutage(fromSeconds: number, toSeconds: number): Sample[] {
  const good = even(0, 200, 100).filter((_, at) => at / 100 < fromSeconds || at / 100 >= toSeconds);
  const late = Array.from({ length: 50 }, (_, at) => ({
    label: "GET /",
    completedAtMicros: Math.round((1_700_000_000 + toSeconds + at / 1_000) * 1e6),
    latencyMicros: (toSeconds - fromSeconds) * 1e6,
  }));
  return [...good, ...late].toSorted((a, b) => a.completedAtMicros - b.completedAtMicros);
}

it.each([
  ["an outage at the start", 20, 60],
  ["an outage in the middle", 80, 125],
])("%s is judged, and said with its times", async (name, from, to) => {
  const parameters = { experiment: name, target: ["max <= 5 s", "p99 <= 2 s"] };
  const { answer } = await importing.upload(parameters, sampleSource(withOutage(from, to)));
  const instant = (second: number) => new Date((1_700_000_000 + second) * 1_000).toISOString();
  expect(answer.verdict).toBe("missed");
  expect(answer.targets[0]).toMatchObject({ verdict: "missed", value: to - from });
  expect(answer.targets[0]?.reason).toContain(`No request succeeded for ${to - from - 1} s, from `);
  expect(answer.phase).toMatchObject({
    reason: "it has no warm-up or cool-down",
    ramp: false,
    leftOut: { warmUpSeconds: 0, errors: 0 },
    holes: [{ from: instant(from + 1), to: instant(to), unsent: expect.any(Number) }],
  });
  expect(answer.phase?.holes[0]?.unsent).toBeCloseTo((to - from) * 100 - 50, -3);
});

it.each([
  [
    "closed",
    /^The tool waits for responses: about 4,\d00 requests were never sent in a stall of 44 s\. With them, p99/,
  ],
  ["open", /^The load is stated as open, but about 4,\d00 requests were never sent/],
] as const)(
  "the proof of a load said to be %s reports a stall in which nothing was sent",
  async (loadModel, reason) => {
    const { answer } = await importing.upload(
      { experiment: loadModel },
      sampleSource(withOutage(80, 125), { loadModel }),
    );
    expect(answer.proof.grade).toBe("B");
    expect(answer.proof.reasons).toContainEqual(expect.stringMatching(reason));
  },
);

it("a run too short for a steady phase says so", async () => {
  const { answer } = await importing.upload({ experiment: "short" }, sampleSource(even(0, 20, 50)));
  expect(answer.steady).toBeNull();
  expect(answer.phase).toEqual({
    method: null,
    reason: "too short to tell: 19 s in 20 slices",
    ramp: false,
    leftOut: null,
    rise: null,
    holes: [],
    hangs: [],
  });
});
