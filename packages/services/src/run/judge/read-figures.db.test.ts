import type { RunAnswer } from "@headroom/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource, TEST_IMPORT_LIMITS } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

const WARM_UP = 50;

/** Ten labels of one request a second each, and half of that while it warms up. */
function samplesOf(seconds: number): Sample[] {
  return Array.from({ length: seconds * 10 }, (_, at) => ({ at, second: Math.floor(at / 10) }))
    .filter(({ second }) => second >= WARM_UP || second % 2 === 0)
    .map(({ at, second }) => ({
      label: `L${at % 10}`,
      completedAtMicros: (1_700_000_000 - 800 + second) * 1e6 + (at % 10) * 90_000 + 10_000,
      latencyMicros: 10_000,
    }));
}

const TARGETS = ['throughput of "L9" >= 0.99/s', 'p50 of "L9" <= 50 ms'];

/** The verdicts on a label of a run that may keep so many cells. */
async function judged(seconds: number, runCells: number): Promise<RunAnswer["targets"]> {
  const limits = { ...TEST_IMPORT_LIMITS, runCells };
  const parameters = { experiment: `kept ${seconds} ${runCells}`, target: TARGETS };
  const { answer } = await importing.upload(parameters, sampleSource(samplesOf(seconds)), { limits });
  expect(answer.steady).not.toBeNull();
  return answer.targets;
}

it("a label kept in minutes only is judged in the whole minutes inside the steady phase, and says so", async () => {
  for (const target of await judged(660, 1_350)) {
    expect(target).toMatchObject({
      verdict: "met",
      window: { kind: "steady", from: "2023-11-14T22:01:00.000Z", to: "2023-11-14T22:10:00.000Z" },
    });
  }
});

it.each([
  ["a small part of the steady phase", 1_300, 2_100, /only has 600 s steps, which cover 48% of /],
  ["a larger stretch than it", 660, 1_050, /only has 600 s steps, and none of them is inside the /],
  ["the whole run", 660, 450, /^The label “.*” has only a total for the whole run\.$/],
])(
  "a label whose cells are of %s is unsure, and the reason says why",
  async (_, seconds, runCells, reason) => {
    const targets = await judged(seconds, runCells);
    expect(targets).toHaveLength(TARGETS.length);
    for (const target of targets)
      expect(target).toMatchObject({ verdict: "unsure", reason: expect.stringMatching(reason) });
  },
);
