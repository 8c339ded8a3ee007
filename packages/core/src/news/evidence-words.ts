import { formatCount } from "../format/number.ts";
import { plural } from "../format/plural.ts";

/** What a statement about what got worse since a moment is based on. */
export interface NewsEvidence {
  /** Complete runs that arrived since then, how many of them are simulated, and of how many experiments they are. */
  runs: number;
  simulatedRuns: number;
  experiments: number;
  /** Of those, how many have a latest run that could be compared, and how many one that misses its targets. */
  compared: number;
  missed: number;
  slos: {
    /** Those with alerts. */
    watched: number;
    /** Checked lately, with traffic in the last day. */
    known: number;
    /** Burning since a moment after that, and since before. */
    worse: number;
    stillBurning: number;
    /** With traffic from a simulator since then. */
    simulated: number;
  };
}

/** "2 experiments and 1 SLO got worse". That nothing did is only said of what is known. */
export function headlineOf(evidence: NewsEvidence, worseExperiments: number): string {
  const { runs, experiments, compared, slos } = evidence;
  const worse = [
    ...(worseExperiments > 0 ? [plural(worseExperiments, "experiment")] : []),
    ...(slos.worse > 0 ? [plural(slos.worse, "SLO")] : []),
  ];
  if (worse.length > 0) return `${worse.join(" and ")} got worse`;
  const rest = runs === 0 ? "no runs arrived" : "no run could be compared";
  if (compared === 0) return slos.known === 0 ? capital(rest) : `No SLO got worse, and ${rest}`;
  const knowsAll = compared === experiments && slos.known === slos.watched;
  return knowsAll ? "Nothing got worse" : "Nothing that could be compared got worse";
}

/** What the headline is based on, one fact per sentence. */
export function evidenceFacts({
  runs,
  simulatedRuns,
  experiments,
  compared,
  missed,
  slos,
}: NewsEvidence): string[] {
  const of = (count: number) => `${formatCount(count)} of ${plural(experiments, EXPERIMENT, EXPERIMENTS)}`;
  const arrived = `${plural(runs, "run")} of ${plural(experiments, EXPERIMENT, EXPERIMENTS)} arrived`;
  return [
    ...(runs === 0 ? ["No runs arrived."] : [`${arrived}${simulatedWords(simulatedRuns, runs)}.`]),
    ...(runs === 0 ? [] : [`Compared with an earlier run, or with a baseline: ${of(compared)}.`]),
    ...(missed > 0 ? [`The latest run misses a target: ${of(missed)}.`] : []),
    ...sloFacts(slos),
    ...(compared + slos.known + slos.worse === 0 ? ["So nobody knows whether anything got worse."] : []),
  ];
}

const EXPERIMENT = "experiment";
const EXPERIMENTS = "experiments";

function simulatedWords(simulated: number, runs: number): string {
  if (simulated === 0) return "";
  return simulated === runs ? ", all simulated" : `, ${formatCount(simulated)} of them simulated`;
}

function sloFacts({ watched, known, stillBurning, simulated }: NewsEvidence["slos"]): string[] {
  if (watched === 0) return [];
  const slos = (count: number) => plural(count, "SLO");
  const silent = watched - known;
  return [
    `${slos(watched)} with alerts ${watched === 1 ? "is" : "are"} watched.`,
    ...(simulated > 0 ? [`With simulated traffic: ${slos(simulated)}.`] : []),
    ...(silent > 0 ? [`Not known, because traffic or checks are missing: ${slos(silent)}.`] : []),
    ...(stillBurning > 0
      ? [`Still burning error budget, or spent, since before: ${slos(stillBurning)}.`]
      : []),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
