import { DAY_SECONDS, seededRandom } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";

/** What happened to the build or to the machine that measured it. */
const KINDS = {
  unchanged: "unchanged",
  short: "unchanged, 60 s",
  neighbour: "busy neighbour",
  burst: "burst of errors",
  slightly: "8% slower",
  slower: "20% slower",
  label: "one label 1.5 times slower",
} as const;
type Kind = keyof typeof KINDS;

export interface Build {
  name: string;
  /** As the table calls it. */
  kind: string;
  branch: string;
  commit: string;
  startMillis: number;
  seconds: number;
  slower: readonly [all: number, pay: number];
  burst: boolean;
}

const NIGHTS = 60;
const PULL_REQUESTS = 40;
const NEIGHBOUR_NIGHT = 20;
const BURST_NIGHT = 33;
/** Merged before the first of these nights, and repaired after the last. */
const SLOW_NIGHTS = { from: 41, to: 50 };
const SLOWER: Record<Kind, readonly [number, number]> = {
  unchanged: [1, 1],
  short: [1, 1],
  neighbour: [1.3, 1.3],
  burst: [1, 1],
  slightly: [1.08, 1.08],
  slower: [1.2, 1.2],
  label: [1, 1.5],
};
/** Of pull requests that change something, by number; the others run for a minute or for five. */
const CHANGING: Partial<Record<number, Kind>> = {
  12: "slower",
  16: "label",
  20: "burst",
  26: "slightly",
  32: "slower",
  36: "label",
  39: "slightly",
};

/** In order of time: a night each day, and pull requests at noon of two days in three. */
export function buildsOfMonth(): Build[] {
  const first = Date.UTC(2025, 8, 1, 2);
  const builds: Build[] = [];
  let pullRequest = 0;
  for (let night = 1; night <= NIGHTS; night++) {
    const startMillis = first + night * DAY_SECONDS * 1_000;
    builds.push(buildOf(nightKind(night), { name: `Night ${night}`, branch: "main", startMillis }));
    if (night % 3 === 0 || pullRequest === PULL_REQUESTS) continue;
    pullRequest += 1;
    const kind = CHANGING[pullRequest] ?? (pullRequest % 2 === 0 ? "unchanged" : "short");
    const noon = startMillis + (DAY_SECONDS / 2) * 1_000;
    const branch = `pr-${pullRequest}`;
    builds.push(buildOf(kind, { name: `Pull request ${pullRequest}`, branch, startMillis: noon }));
  }
  return builds;
}

function nightKind(night: number): Kind {
  if (night === NEIGHBOUR_NIGHT) return "neighbour";
  if (night === BURST_NIGHT) return "burst";
  return night >= SLOW_NIGHTS.from && night <= SLOW_NIGHTS.to ? "slightly" : "unchanged";
}

function buildOf(kind: Kind, build: Pick<Build, "name" | "branch" | "startMillis">): Build {
  const what = build.branch === "main" ? "Nights" : "Pull requests";
  return {
    ...build,
    kind: `${what}: ${KINDS[kind]}`,
    commit: Math.trunc(build.startMillis / 1_000)
      .toString(16)
      .padStart(40, "c"),
    seconds: kind === "short" ? 60 : 300,
    slower: SLOWER[kind],
    burst: kind === "burst",
  };
}

const PER_SECOND = 50;
const LABELS = [
  { label: "GET /search", share: 0.6, median: 60, sigma: 0.5 },
  { label: "GET /cart", share: 0.3, median: 90, sigma: 0.5 },
  { label: "POST /pay", share: 0.1, median: 120, sigma: 0.5 },
] as const;
/** From one second to the next. */
const CORRELATION = 0.8;
const LOAD_SWING = 0.15;
const LATENCY_SWING = 0.1;
const RUN_SCATTER = 0.02;
const ERROR_SHARE = 0.002;
const BURST = { from: 20, to: 32, share: 0.5 };
const HEADER = "timeStamp,elapsed,label,responseCode,success,threadName,allThreads\n";

/** What JMeter writes of one build. */
export function jtlOf(
  { startMillis, seconds, slower: [all, pay], burst }: Build,
  random: () => number,
): string {
  const run = Math.exp(RUN_SCATTER * normal(random));
  const lines: string[] = [];
  let swing = normal(random);
  for (let second = 0; second < seconds; second++) {
    swing = CORRELATION * swing + Math.sqrt(1 - CORRELATION ** 2) * normal(random);
    const requests = Math.max(1, Math.round(PER_SECOND * Math.exp(LOAD_SWING * swing)));
    const level = run * all * Math.exp(LATENCY_SWING * swing);
    const isBurst = burst && second >= BURST.from && second < BURST.to;
    for (let request = 0; request < requests; request++) {
      const { label, median, sigma } = labelAt(random());
      const own = label === "POST /pay" ? pay / all : 1;
      const elapsed = Math.round(level * own * median * Math.exp(sigma * normal(random)));
      const at = startMillis + second * 1_000 + Math.floor((1_000 * request) / requests);
      const failed = random() < (isBurst ? BURST.share : ERROR_SHARE);
      lines.push(`${at},${elapsed},${label},${failed ? 500 : 200},${!failed},users 1-${request % 20},20\n`);
    }
  }
  return `${HEADER}${lines.join("")}`;
}

function labelAt(place: number): (typeof LABELS)[number] {
  const [search, cart, pay] = LABELS;
  if (place < search.share) return search;
  return place < search.share + cart.share ? cart : pay;
}

/** Of a long run that changes nothing. */
export function p99Ms(seed: number): number {
  const build = { ...buildOf("unchanged", { name: "", branch: "main", startMillis: 0 }), seconds: 6_000 };
  const elapsed = jtlOf(build, seededRandom(seed))
    .split("\n")
    .slice(1, -1)
    .map((line) => Number(line.split(",")[1]))
    .toSorted((a, b) => a - b);
  return elapsed[Math.floor(0.99 * elapsed.length)] ?? 0;
}
