import { missInWords } from "../capacity/accepted-risk.ts";
import { missesInWords } from "../capacity/tested-capacity.ts";
import type { ExperimentProof, TestedCapacity } from "../capacity/tested-capacity.ts";
import { formatFigure, formatTimesOf } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import { DAY_MILLIS } from "../time.ts";
import type { Headroom } from "./headroom.ts";
import type { Readiness, ReadinessInput } from "./readiness.ts";

/** The answer in one or two sentences. */
export function readinessSentence(
  { verdict, headroom, reasons }: Readiness,
  { experiments, policy }: Pick<ReadinessInput, "experiments" | "policy">,
): string {
  const [first] = reasons;
  const proven = provenInWords(headroom, policy.factor);
  if (first === undefined) return proven;
  if (verdict === "at-risk") return `${proven} ${putAtRisk(reasons.length)}`;
  const missing = reasons.filter(({ rule }) => rule === "no-proof" || rule === "outdated").length;
  if (first.rule !== "short" && missing > 0)
    return `${missing} of ${plural(experiments.length, "experiment")} that represent${experiments.length === 1 ? "s" : ""} the peak ${missing === 1 ? "has" : "have"} no proof that counts.`;
  return first.experiment === null ? first.words : `${first.experiment.name} ${first.words}`;
}

function putAtRisk(reasons: number): string {
  return reasons === 1 ? "One thing puts that at risk." : `${reasons} things put that at risk.`;
}

function provenInWords({ capacity, times }: Headroom, factor: number): string {
  if (capacity.state === "unproven" || times === null) return "";
  const required = `${factor}x is required.`;
  if (capacity.state === "accepted")
    return `Tests measured ${formatTimesOf(times, factor)} the expected peak, with an accepted risk. ${required}`;
  if (capacity.byProduction)
    return `Production itself held ${formatTimesOf(times, factor)} the expected peak. ${required}`;
  return `Tests have proven ${formatTimesOf(times, factor)} the expected peak. ${required}`;
}

/** "40,269 req/s", or with what it missed: "40,269 req/s, missed p99 <= 200 ms (240 ms), accepted". Null: unproven. */
export function capacityInWords(capacity: TestedCapacity): string | null {
  if (capacity.state === "unproven") return null;
  const { lowest, throughput, byProduction } = capacity;
  const figure = `${formatFigure(throughput)} req/s`;
  if (byProduction) return `${figure}, held by production itself`;
  return lowest.state === "proven" ? figure : `${figure}, missed ${missesInWords(lowest.misses)}, accepted`;
}

/** Something that would change the verdict. With a date, it happens by then. */
export interface Turn {
  words: string;
  at: Date | null;
}

/** What has to be done, each once. */
export function turnsGreen({ reasons }: Readiness): string[] {
  return [...new Set(reasons.map(({ step }) => step))];
}

/** What would make it red; nothing if it is. */
export function turnsRed(
  { verdict, headroom, freshness }: Readiness,
  { experiments, policy, production = null }: Pick<ReadinessInput, "experiments" | "policy" | "production">,
): Turn[] {
  const { capacity } = headroom;
  if (verdict === "not-ready" || capacity.state === "unproven") return [];
  const { experiment } = capacity.lowest;
  const shown = capacity.byProduction ? "production itself has held" : "tests have shown";
  const turns: Turn[] = [
    {
      words: `An expected peak above ${formatFigure(capacity.throughput / policy.factor)} req/s: ${policy.factor}x that is more than ${shown}.`,
      at: null,
    },
    {
      words: `A run of ${experiment.name} that misses its latency or error targets ${whatCounts(capacity.lowest)}.`,
      at: null,
    },
  ];
  if (capacity.byProduction && production !== null)
    turns.push({
      words: "Without as much traffic again, what production itself held stops counting",
      at: new Date(production.to.getTime() + policy.proofDays * DAY_MILLIS),
    });
  const [ending] = experiments
    .flatMap(({ proof }) => {
      const own = freshness.get(proof.experiment.id);
      return own === undefined ? [] : [{ proof, endsAt: own.endsAt }];
    })
    .toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  if (ending !== undefined)
    turns.push({ words: `Without a new run, ${whatEnds(ending.proof)}`, at: ending.endsAt });
  const [risk] = experiments
    .flatMap(({ proof }) => (proof.state === "accepted" ? proof.risks.map((one) => ({ proof, one })) : []))
    .toSorted((a, b) => a.one.until.getTime() - b.one.until.getTime());
  if (risk !== undefined)
    turns.push({ words: `The accepted risk of ${risk.proof.experiment.name} ends`, at: risk.one.until });
  return turns;
}

/** What is accepted doesn't count against it. What misses by more does, under any load. */
function whatCounts(lowest: Exclude<ExperimentProof, { state: "unproven" }>): string {
  if (lowest.state !== "accepted") return `at ${formatFigure(lowest.throughput)} req/s or less`;
  const risks = lowest.risks.map((risk) => missInWords({ ...risk, text: risk.target, range: null }));
  return `by more than is accepted${risks.length === 0 ? "" : `: ${risks.join(", ")}`}`;
}

/** What missed a target is no proof, even if it counts because somebody accepts that. */
function whatEnds({ state, experiment: { name } }: ExperimentProof): string {
  return state === "accepted" ? `what ${name} measured stops counting` : `the proof of ${name} ends`;
}
