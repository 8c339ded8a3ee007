import { DAY_MILLIS, seededRandom } from "@headroom/core";
import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import { searchMix } from "./mixes.ts";
import { normal } from "./normal.ts";
import { warmUp } from "./simulate.ts";
import type { Scenario } from "./simulate.ts";
import { simulatedExperiment, simulatedRun } from "./simulated-run.ts";

const EXPERIMENT = "Nightly search";
const SECONDS = 300;
const REQUESTS_PER_SECOND = 60;
/** How much runs of the same build differ: the deviation of their latencies' logarithm. */
const RUN_TO_RUN = 0.015;

/** How slow search is before the change. */
const USUAL = 1.01;

export const NIGHTS = 40;

/** What happened in which night; the last one is 39. All other nights differ by chance only. */
export const story = {
  noisy: {
    night: 11,
    slower: 1.5,
    words: "Another job runs on the same machines, on this night only.",
    setAside: "Another job ran on the same machines.",
  },
  /** Runs of branches, each in the afternoon before its night: what their builds are told. */
  branches: [
    { night: 9, name: "facets", slower: 1.45, words: "Counts facets for every search." },
    { night: 17, name: "facets", slower: 1.4, words: "Counts them in one query, which helps little." },
    { night: 19, name: "typo-tolerance", slower: 0.99, words: "Finds words with a letter too many." },
    { night: 21, name: "facets", slower: 1.3, words: "Counts the facets of the first page only." },
    { night: 23, name: "facets", slower: 1.02, words: "Counts them in the background." },
    { night: 36, name: "fix/index-hint", slower: 0.86, words: "Would undo what search 5.2 made slower." },
  ],
  step: {
    night: 26,
    slower: 1.25,
    event: "search 5.2",
    words: "The first night with search 5.2, which is slower from now on.",
  },
  outage: {
    night: 33,
    fromSecond: 130,
    seconds: 50,
    threads: 40,
    words: "Search does not respond for 50 seconds. All 40 threads wait, so nothing is sent either.",
  },
} as const;

const targets = ["p99 <= 120 ms", "error rate <= 0.5%", "achieved >= 95%"];

export const nightlyExperiment: DemoExperiment = simulatedExperiment({
  experiment: EXPERIMENT,
  group: "Search",
  tags: ["nightly"],
  requestSet: "Searches, suggestions and products",
  durationSeconds: SECONDS,
  ratePerGenerator: REQUESTS_PER_SECOND,
  generators: 1,
  threadsPerGenerator: 40,
  representsPeak: false,
  targets,
});

/** A run on main every night, and some of a branch in the afternoon before: 46, of which the 32nd is the first slow one. */
export function nightlyRuns(lastNight: Date): DemoRun[] {
  return Array.from({ length: NIGHTS }, (_, night) => {
    const startMillis = lastNight.getTime() - (NIGHTS - 1 - night) * DAY_MILLIS;
    const branches = story.branches.filter((one) => one.night === night);
    return [...branches.map((one) => branchRun(one, startMillis)), mainRun(night, startMillis)];
  }).flat();
}

function mainRun(night: number, startMillis: number): DemoRun {
  const { noisy, step, outage } = story;
  const words = [noisy, step, outage].filter((one) => one.night === night).map((one) => one.words);
  const slower = (night >= step.night ? step.slower : USUAL) * (night === noisy.night ? noisy.slower : 1);
  return simulatedRun({
    key: `demo-night-${night + 1}`,
    experiment: EXPERIMENT,
    format: "jtl",
    commit: commitOf(night),
    branch: "main",
    story: words[0] ?? "An ordinary night.",
    targets,
    setAside: night === noisy.night ? noisy.setAside : null,
    events: night === step.night ? [{ at: instant(startMillis), kind: "deploy", title: step.event }] : [],
    scenario: {
      ...scenario(1_000 + night, startMillis, slower),
      stall: night === outage.night ? outage : null,
    },
  });
}

function branchRun(
  { night, name, slower: times, words }: (typeof story.branches)[number],
  startMillis: number,
): DemoRun {
  const slower = (night >= story.step.night ? story.step.slower : USUAL) * times;
  return simulatedRun({
    key: `demo-branch-${night + 1}`,
    experiment: EXPERIMENT,
    format: "jtl",
    commit: commitOf(NIGHTS + night),
    branch: name,
    story: `A branch, run in the afternoon. ${words}`,
    targets,
    scenario: scenario(2_000 + night, startMillis - DAY_MILLIS / 2, slower),
  });
}

function scenario(seed: number, startMillis: number, slower: number): Scenario {
  const scatter = Math.exp(RUN_TO_RUN * normal(seededRandom(seed)));
  return {
    seed,
    startMillis,
    seconds: SECONDS,
    operations: searchMix,
    rateAt: () => REQUESTS_PER_SECOND,
    slownessAt: (second) => warmUp(second, 2, 6) * slower * scatter,
    stall: null,
  };
}

function commitOf(build: number): string {
  return Math.floor(seededRandom(3_000 + build)() * 0x1000_0000)
    .toString(16)
    .padStart(7, "0");
}

function instant(millis: number): string {
  return new Date(millis).toISOString();
}
