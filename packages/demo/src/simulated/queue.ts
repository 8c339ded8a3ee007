import { DAY_MILLIS, seededRandom } from "@headroom/core";
import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import { queue } from "../published/queue.ts";
import { storyTag } from "../stories/story.ts";
import { normal } from "./normal.ts";
import { madeUpRun, simulatedExperiment } from "./simulated-run.ts";
import { writeSummary } from "./write-summary.ts";

const SERVICE = "Order ingestion";
const EXPERIMENT = "Consume the peak";
const STEP_SECONDS = 10;
/** Load is produced for so long, and the rest of the run is recovery. */
const LOAD_SECONDS = 600;
const SECONDS = 900;
const FIRST_LOAD = 0.25;
const CLIMB_SECONDS = 400;
/** Of the load: enough for the consumer to catch up. */
const LOAD_AFTERWARDS = 0.6;
const targets = ["max consumer lag <= 10000"];

/** One of the three runs, by what its dashboards show. */
interface Behaviour {
  key: string;
  commit: string;
  story: string;
  peakLag: number;
  recoverySeconds: number;
  /** What the database took while messages waited. */
  writeUnits: number;
  instancesAt: (second: number) => number;
  peakCpuPercent: number;
  daysAgo: number;
}

const { minInstances, firstInstances, secondInstances, recoveryMinutes } = queue;

const BEHAVIOURS: readonly Behaviour[] = [
  {
    key: "demo-queue-1",
    commit: "81d20f4",
    story: "The first run: instances are added only when it is over, and write units don't rise.",
    peakLag: queue.firstLag.value,
    recoverySeconds: recoveryMinutes.value * 60,
    writeUnits: queue.firstWriteUnits.value,
    instancesAt: (second) => (second < LOAD_SECONDS - 30 ? minInstances.value : firstInstances.value),
    peakCpuPercent: queue.firstCpuPercent.value,
    daysAgo: 21,
  },
  {
    key: "demo-queue-2",
    commit: "81d20f4",
    story: "The second run: more instances from the start, and more lag. Write units are where they were.",
    peakLag: queue.secondLag.value,
    recoverySeconds: 280,
    writeUnits: queue.secondWriteUnits.value,
    instancesAt: () => secondInstances.value,
    peakCpuPercent: 70,
    daysAgo: 20,
  },
  {
    key: "demo-queue-3",
    commit: "e07b9c3",
    story:
      "The third run, with a client that doesn't block: write units rise with the load, and lag stays small.",
    peakLag: queue.secondLag.value * (1 - queue.lagReductionPercent.value / 100),
    recoverySeconds: 60,
    writeUnits: queue.thirdWriteUnits.value,
    instancesAt: () => secondInstances.value,
    peakCpuPercent: 62,
    daysAgo: 6,
  },
];

export const queueExperiment: DemoExperiment = simulatedExperiment(
  {
    experiment: EXPERIMENT,
    group: "Queue",
    tags: ["gauges", storyTag("queue")],
    requestSet: "Messages of a topic",
    durationSeconds: SECONDS,
    generators: 1,
    representsPeak: false,
    targets,
  },
  SERVICE,
);

export function queueRuns(lastNight: Date): DemoRun[] {
  return BEHAVIOURS.map((behaviour, at) => {
    const { key, commit, story, daysAgo } = behaviour;
    const startMillis = lastNight.getTime() - daysAgo * DAY_MILLIS;
    return madeUpRun({ key, experiment: EXPERIMENT, commit, branch: "main", story, targets }, SERVICE, () =>
      fileOf(behaviour, 51 + at, startMillis),
    );
  });
}

function fileOf(behaviour: Behaviour, seed: number, startMillis: number): string {
  const random = seededRandom(seed);
  const noisy = (value: number, spread: number) => Math.max(0, value * (1 + spread * normal(random)));
  const steps = Array.from({ length: SECONDS / STEP_SECONDS }, (_, at) => at * STEP_SECONDS);
  const lags = steps.map((second) => lagAt(behaviour, second));
  const consumed = steps.map((second, at) => {
    const rate = queue.messagesPerSecond.value * loadAt(second);
    return Math.round(noisy(rate, 0.01) * STEP_SECONDS - (lags[at] ?? 0) + (lags[at - 1] ?? 0));
  });
  const busy = (at: number) => (consumed[at] ?? 0) / (queue.messagesPerSecond.value * STEP_SECONDS);
  const gauge = (name: string, unit: string, valueAt: (second: number, at: number) => number) => ({
    name,
    unit,
    values: steps.map((second, at) => [second, valueAt(second, at)] as const),
  });
  const { writeUnits, peakCpuPercent, instancesAt } = behaviour;
  return writeSummary({
    tool: "simulated consumer",
    startMillis,
    durationSeconds: SECONDS,
    intervals: steps.map((second, at) => ({
      at: second,
      seconds: STEP_SECONDS,
      total: { requests: consumed[at] ?? 0, errors: 0 },
    })),
    gauges: [
      gauge("consumer lag", "messages", (_, at) => lags[at] ?? 0),
      // They follow the load until they are all that the client manages.
      gauge("write units", "/min", (_, at) =>
        Math.min(writeUnits, Math.round(noisy(queue.thirdWriteUnits.value * busy(at) * 1.02, 0.004))),
      ),
      gauge("instances", "instances", instancesAt),
      gauge("cpu", "%", (second, at) => {
        const climbed = 0.6 + 0.4 * Math.min(1, second / LOAD_SECONDS);
        const percent = 20 + (peakCpuPercent - 20) * Math.min(1, busy(at)) * climbed;
        return Math.min(peakCpuPercent, Number(noisy(percent, 0.01).toFixed(1)));
      }),
    ],
  });
}

/** A share of the published load: a climb, the whole load, and what comes afterwards. */
function loadAt(second: number): number {
  if (second >= LOAD_SECONDS) return LOAD_AFTERWARDS;
  return Math.min(1, FIRST_LOAD + ((1 - FIRST_LOAD) * second) / CLIMB_SECONDS);
}

/** It rises for as long as the load lasts, and is gone after the time to recover. */
function lagAt({ peakLag, recoverySeconds }: Behaviour, second: number): number {
  const rising = second / LOAD_SECONDS;
  const falling = Math.max(0, 1 - (second - LOAD_SECONDS) / recoverySeconds);
  return Math.round(peakLag * (second <= LOAD_SECONDS ? rising : falling));
}
