import { HOUR_MILLIS, seededRandom } from "@headroom/core";
import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import { storyTag } from "../stories/story.ts";
import { ramps } from "../published/ramps.ts";
import type { Scenario } from "./simulate.ts";
import { simulatedExperiment, simulatedRun } from "./simulated-run.ts";

const SERVICE = "Library catalog";
const SECONDS = ramps.minutes.value * 60;
const targets = [
  `p${ramps.goalPercent.value} <= ${ramps.goalSeconds.value} s at ${ramps.goalUsers.value} users`,
];

/** How one data set behaves under a number of users. */
interface Behaviour {
  name: string;
  key: string;
  story: string;
  /** Seconds between a response and the next request of a user. */
  thinkSeconds: number;
  /** Seconds that a typical request takes. */
  typicalSeconds: (users: number) => number;
}

const IDLE_SECONDS = 0.25;
const PAGE_SECONDS = 15;
const BROKEN_SECONDS = 30;
const { firstLowUsers, firstTolerableUsers, secondLowUsers, secondPlateauUsers } = ramps;

/** Low, then a gentle rise to two seconds, then a collapse in which throughput falls. */
const recommender: Behaviour = {
  name: "Recommender queries",
  key: "demo-ramp-recommender",
  story:
    "Latency is low, rises gently, and then the service breaks: throughput falls and garbage is collected all the time.",
  thinkSeconds: 12,
  typicalSeconds: (users) => {
    const gentle = (users - firstLowUsers.value) / (firstTolerableUsers.value - firstLowUsers.value);
    if (gentle <= 0) return IDLE_SECONDS;
    if (gentle <= 1) return IDLE_SECONDS + 1.75 * gentle;
    return Math.min(BROKEN_SECONDS, 2 * Math.exp((users - firstTolerableUsers.value) / 40));
  },
};

/** Low, then a linear climb, while throughput reaches a plateau and stays there. */
const catalog: Behaviour = {
  name: "Catalog queries",
  key: "demo-ramp-catalog",
  story: "Latency is low, then it climbs: throughput has reached a plateau and declines slightly.",
  thinkSeconds: PAGE_SECONDS,
  typicalSeconds: (users) => {
    const steep = (users - secondLowUsers.value) / (secondPlateauUsers.value - secondLowUsers.value);
    if (steep <= 0) return IDLE_SECONDS;
    if (steep <= 1) return IDLE_SECONDS + 2 * steep;
    const most = secondPlateauUsers.value / (PAGE_SECONDS + IDLE_SECONDS + 2);
    const plateau = most * (1 - 0.05 * Math.min(1, (users - secondPlateauUsers.value) / 500));
    return users / plateau - PAGE_SECONDS;
  },
};

const BEHAVIOURS = [recommender, catalog];

export const rampExperiments: readonly DemoExperiment[] = BEHAVIOURS.map(({ name }) =>
  simulatedExperiment(
    {
      experiment: name,
      group: "Ramps",
      tags: ["ramp", storyTag("ramps")],
      requestSet: name,
      durationSeconds: SECONDS,
      generators: 1,
      representsPeak: true,
      targets,
    },
    SERVICE,
  ),
);

/** A ramp of an hour for each data set. */
export function rampRuns(lastNight: Date): DemoRun[] {
  const startMillis = lastNight.getTime() - 36 * HOUR_MILLIS;
  return BEHAVIOURS.map((behaviour, at) =>
    simulatedRun(
      {
        key: behaviour.key,
        experiment: behaviour.name,
        format: "jtl",
        commit: "5f3a0c7",
        branch: "main",
        story: behaviour.story,
        targets,
        scenario: scenarioOf(behaviour, 31 + at, startMillis + at * 2 * HOUR_MILLIS),
      },
      SERVICE,
    ),
  );
}

function usersAt(second: number): number {
  const { fromUsers, toUsers } = ramps;
  const share = Math.min(1, second / SECONDS);
  return Math.floor(fromUsers.value + (toUsers.value - fromUsers.value) * share);
}

function scenarioOf(
  { thinkSeconds, typicalSeconds }: Behaviour,
  seed: number,
  startMillis: number,
): Scenario {
  const typical = (second: number) => typicalSeconds(usersAt(second));
  return {
    seed,
    startMillis,
    seconds: SECONDS,
    operations: [
      { name: "GET /search", share: 1, medianMillis: IDLE_SECONDS * 1_000, spread: 0.45, errorRate: 0.0005 },
    ],
    usersAt,
    // Few requests a second: what can't be divided is left to chance, so that nothing is lost by rounding.
    rateAt: (second) =>
      Math.floor(usersAt(second) / (thinkSeconds + typical(second)) + seededRandom(seed * 10_000 + second)()),
    slownessAt: (second) => typical(second) / IDLE_SECONDS,
    stall: null,
  };
}
