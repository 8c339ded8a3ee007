/*
 * How often the hour after a deploy that changed nothing is called different from the hour before, and how often a change
 * is found. The service has a daily shape, slow swings and better and worse days; the same hours of earlier days show what
 * is usual.
 */
import { parseArgs } from "node:util";
import { compareFamily, movedMore, seededRandom } from "@headroom/core";
import type { MetricStatistic, RunNoise } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";
import { Tally } from "./aa-tally.ts";
import type { Told } from "./aa-tally.ts";
import { drawHour, ofSummary } from "./drawn-hours.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "100" },
    seed: { type: "string", default: "2022" },
  },
});
const pairs = Number(values.pairs);
const DAYS = [2, 3, 7, 14];
const WATCHED = new Set(["p50", "p90", "p95", "p99"]);

interface Law {
  name: string;
  /** Hour of the day. */
  deployedAt: number;
  swingSeconds: number;
  slower: number;
}

const LAWS: readonly Law[] = [
  { name: "nothing changed, at noon", deployedAt: 12, swingSeconds: 300, slower: 1 },
  { name: "nothing changed, during the morning ramp", deployedAt: 8, swingSeconds: 300, slower: 1 },
  { name: "nothing changed, swings of 20 minutes", deployedAt: 12, swingSeconds: 1_200, slower: 1 },
  { name: "20% slower, at noon", deployedAt: 12, swingSeconds: 300, slower: 1.2 },
  { name: "20% slower, during the morning ramp", deployedAt: 8, swingSeconds: 300, slower: 1.2 },
  { name: "20% slower, swings of 20 minutes", deployedAt: 12, swingSeconds: 1_200, slower: 1.2 },
  { name: "10% slower, at noon", deployedAt: 12, swingSeconds: 300, slower: 1.1 },
];

for (const law of LAWS) {
  const random = seededRandom(Number(values.seed));
  const [any, p99] = [new Tally(), new Tally()];
  for (let pair = 0; pair < pairs; pair++) {
    const now = drawDay(law, random, law.slower);
    const days = Array.from({ length: Math.max(...DAYS) }, () => drawDay(law, random));
    for (const count of DAYS) {
      const metrics = compare(now, days.slice(0, count));
      any.add(count, worstOf(metrics.filter(({ metric }) => WATCHED.has(metric))));
      p99.add(count, worstOf(metrics.filter(({ metric }) => metric === "p99")));
    }
  }
  console.log(law.name);
  console.log(`  a latency improved or regressed / differs, by days   ${any.words(DAYS, pairs)}`);
  console.log(`  p99                                                  ${p99.words(DAYS, pairs)}`);
}

interface DrawnDay {
  before: RunNoise;
  after: RunNoise;
}

function drawDay({ deployedAt, swingSeconds }: Law, random: () => number, slower = 1): DrawnDay {
  const day = 0.02 * normal(random);
  const before = drawHour({ start: deployedAt - 1, swingSeconds, day }, random);
  return { before, after: drawHour({ start: deployedAt, swingSeconds, day, slower }, random) };
}

function compare(now: DrawnDay, others: readonly DrawnDay[]): MetricStatistic[] {
  const days = others.map(({ before, after }, at) => ({
    before: ofSummary(before, at),
    after: ofSummary(after, at),
  }));
  const sides = { before: [now.before], after: [now.after] };
  const moved = movedMore(sides, { days, apart: { now: 0, days: [] } });
  const pair = { ...sides, earlier: [], liveTraffic: true, usual: { days, moved }, veto: null };
  return compareFamily([pair])[0] ?? [];
}

function worstOf(metrics: readonly MetricStatistic[]): Told {
  const verdicts = metrics.map(({ verdict }) => verdict);
  if (verdicts.includes("improved") || verdicts.includes("regressed")) return "real";
  return verdicts.includes("differs") ? "differs" : "nothing";
}
