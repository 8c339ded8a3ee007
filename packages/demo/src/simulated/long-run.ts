import { DAY_MILLIS, HOUR_SECONDS, normalTail, seededRandom } from "@headroom/core";
import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import { longRun } from "../published/long-run.ts";
import { storyTag } from "../stories/story.ts";
import { normal } from "./normal.ts";
import { madeUpRun, simulatedExperiment } from "./simulated-run.ts";
import { writeSummary } from "./write-summary.ts";

const SERVICE = "Event database";
const EXPERIMENT = "Inserts and selects, minute by minute";
const SECONDS = longRun.hours.value * HOUR_SECONDS;
const STEP_SECONDS = longRun.shortSeconds.value;
const targets = ['p99 of "insert" <= 2 ms', 'p99 of "select" <= 4 ms'];
/** A minute differs from the next by so much, and now and then one is slow. */
const WANDER = 0.03;
const SLOW_SHARE = 0.005;
const SLOW_TIMES = 1.6;

/** Latencies at which the share of faster requests is published: the curve between them is made up. */
interface Operation {
  label: string;
  requestsPerSecond: number;
  rowsPerSecond: number;
  /** [deviations of a normal distribution, milliseconds]. */
  knots: readonly (readonly [number, number])[];
}

const DEVIATIONS = { p50: 0, p90: 1.2816, p99: 2.3263 };

const OPERATIONS: readonly Operation[] = [
  {
    label: "insert",
    requestsPerSecond: longRun.insertRows.value,
    rowsPerSecond: longRun.insertRows.value,
    knots: [
      [DEVIATIONS.p50, longRun.insertP50.value],
      [DEVIATIONS.p90, longRun.insertP90.value],
      [DEVIATIONS.p99, longRun.insertP99.value],
    ],
  },
  {
    label: "select",
    requestsPerSecond: longRun.selects.value,
    rowsPerSecond: longRun.selectRows.value,
    knots: [
      [DEVIATIONS.p50, longRun.selectP50.value],
      [DEVIATIONS.p90, longRun.selectP90.value],
      [DEVIATIONS.p99, longRun.selectP99.value],
    ],
  },
];

/** 4% apart, from 0.2 to 25 ms, and the published latencies. */
const BOUNDS = [
  ...Array.from({ length: 124 }, (_, at) => Number((0.2 * 1.04 ** at).toPrecision(4))),
  ...OPERATIONS.flatMap(({ knots }) => knots.map(([, millis]) => millis)),
].toSorted((a, b) => a - b);

export const longRunExperiment: DemoExperiment = simulatedExperiment(
  {
    experiment: EXPERIMENT,
    group: "Long runs",
    tags: ["slices", storyTag("long-run")],
    requestSet: "Inserts of events, and selects of what was inserted half an hour before",
    durationSeconds: SECONDS,
    generators: 1,
    representsPeak: false,
    targets,
  },
  SERVICE,
);

export function longRunRun(lastNight: Date): DemoRun {
  const startMillis = lastNight.getTime() - 3 * DAY_MILLIS;
  const story =
    "Latencies are drawn so that the whole run passes through the published percentiles, and each minute differs a little. CPU and storage stay in their published bands.";
  return madeUpRun(
    { key: "demo-long-run-1", experiment: EXPERIMENT, commit: "b6e21d9", branch: "main", story, targets },
    SERVICE,
    () => fileOf(startMillis),
  );
}

function fileOf(startMillis: number): string {
  const random = seededRandom(41);
  const steps = Array.from({ length: SECONDS / STEP_SECONDS }, (_, at) => at * STEP_SECONDS);
  const between = (low: number, high: number, share: number) => low + (high - low) * share;
  const { cpuLow, cpuHigh, storageLow, storageHigh } = longRun;
  return writeSummary({
    tool: "simulated client",
    startMillis,
    durationSeconds: SECONDS,
    intervals: steps.map((at) => {
      const slow = random() < SLOW_SHARE ? SLOW_TIMES : 1;
      const times = slow * Math.exp(WANDER * normal(random));
      return { at, seconds: STEP_SECONDS, labels: OPERATIONS.map((one) => minuteOf(one, times, random)) };
    }),
    gauges: [
      {
        name: "cpu",
        unit: "%",
        values: steps.map((at) => [at, Number(between(cpuLow.value, cpuHigh.value, random()).toFixed(1))]),
      },
      {
        name: "storage",
        unit: "%",
        values: steps.map((at) => [
          at,
          Number(between(storageLow.value, storageHigh.value, at / (SECONDS - STEP_SECONDS)).toFixed(2)),
        ]),
      },
    ],
  });
}

function minuteOf(operation: Operation, times: number, random: () => number) {
  const { label, requestsPerSecond, rowsPerSecond } = operation;
  const requests = Math.round(requestsPerSecond * STEP_SECONDS * (1 + 0.004 * normal(random)));
  let counted = 0;
  const counts = [...BOUNDS, Infinity].map((bound) => {
    const upTo = bound === Infinity ? requests : Math.round(requests * shareWithin(operation, bound / times));
    const own = upTo - counted;
    counted = upTo;
    return own;
  });
  const items = Math.round((requests * rowsPerSecond) / requestsPerSecond);
  return { label, requests, errors: 0, items, buckets: { upperBounds: BOUNDS, counts } };
}

/** Between its knots, the logarithm of a latency is a line over the deviations. */
function shareWithin({ knots }: Operation, millis: number): number {
  const at = Math.max(
    1,
    knots.findIndex(([, knot]) => knot > millis),
  );
  const isAbove = (knots.at(-1)?.[1] ?? 0) <= millis;
  const last = knots.length - 1;
  const [[fromZ, from] = [0, 1], [toZ, to] = [1, 2]] = isAbove
    ? [knots[last - 1], knots[last]]
    : [knots[at - 1], knots[at]];
  const z = fromZ + ((toZ - fromZ) * Math.log(millis / from)) / Math.log(to / from);
  return 1 - normalTail(z);
}
