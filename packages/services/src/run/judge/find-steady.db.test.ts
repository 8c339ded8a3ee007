import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource, type Sample } from "../../testing/index.ts";

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
