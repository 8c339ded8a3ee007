import type { ReferenceEvidence, RunEvidence } from "./evidence.ts";
import type { Finding, FindingEffect } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";
import { TOLD_SHARE } from "../verdict/called-success.ts";

/** What the run's targets say. A relative target of a first run has nothing to be compared with yet. */
export function targetFindings(targets: RunEvidence["targets"], hasReference: boolean): Finding[] {
  return targets.map(
    ({ text, label, verdict, value, unit, threshold, interval, window, doubt, runs, reasons }) =>
      makeFinding({
        effect: verdict === "no-baseline" && hasReference ? "unsure" : TARGET_EFFECT[verdict],
        kind: "target",
        code: verdict,
        metric: text,
        label,
        after: value,
        unit,
        interval,
        limit: threshold,
        window,
        runs: runs === undefined ? null : [...runs],
        doubt: doubt === null ? null : { ...doubt, runs: null },
        reasons,
      }),
  );
}

const TARGET_EFFECT: Record<RunEvidence["targets"][number]["verdict"], FindingEffect> = {
  met: "pass",
  missed: "fail",
  unsure: "unsure",
  "no-baseline": "note",
};

/** The commit isn't judged before all of its planned runs are in. */
export function waitingFindings({ pool }: RunEvidence): Finding[] {
  const waiting = pool?.waiting ?? null;
  if (waiting === null) return [];
  const { arrived: after, of: limit } = waiting;
  return [makeFinding({ effect: "unsure", kind: "run-state", code: "repeats", after, limit })];
}

/** Samples of another run show nothing about this one, whatever its targets and its comparison say. */
export function copyFindings({ copy }: RunEvidence): Finding[] {
  if (copy === null) return [];
  const runs = copy.run === null ? null : [copy.run];
  const code = copy.reason.code === "sent-again" ? "sent-again" : "same-samples";
  return [makeFinding({ effect: "unsure", kind: "run-state", code, runs, reasons: [copy.reason] })];
}

/** Of so large a share, a reader has to know that nobody judged it. */
const MUCH = 0.2;

/** What limits what the run can say, and what a reader has to know besides. */
export function stateFindings({ status, simulated, outage, warnings, ...run }: RunEvidence): Finding[] {
  return [
    ...(status === "finished" ? [] : [makeFinding({ effect: "unsure", kind: "run-state", code: status })]),
    ...(simulated ? [makeFinding({ effect: "unsure", kind: "run-state", code: "simulated" })] : []),
    ...(outage === null
      ? []
      : [makeFinding({ effect: "unsure", kind: "outage", code: "outage", reasons: [outage] })]),
    ...placeFindings(run.misplacedDays),
    ...shortFindings(run.short),
    ...codesFindings(run.codes),
    ...warnings.map(({ code }) => makeFinding({ effect: "note", kind: "warning", code })),
    ...leftOutFindings(run.leftOut),
    ...poolFindings(run.pool),
    ...generatorFindings(run.generators),
  ];
}

/** Its times can't be those of a run that was just made. */
function placeFindings(days: RunEvidence["misplacedDays"]): Finding[] {
  if (days === null) return [];
  const code = days < 0 ? "begins-later" : "began-long-ago";
  return [makeFinding({ effect: "note", kind: "run-state", code, after: Math.abs(days), unit: "days" })];
}

function shortFindings(short: RunEvidence["short"]): Finding[] {
  if (short === null) return [];
  const { by: code, seconds: after, expectedSeconds: limit, onPurpose } = short;
  // Runs of a pull request are often shorter, and the first of them say nothing about the others.
  const effect = onPurpose || code === "default-branch" ? "note" : "unsure";
  return [makeFinding({ effect, kind: "length", code, after, unit: "s", ratio: after / limit, limit })];
}

/** Fewer answers that contradict the tool aren't worth a word. What has a 4xx code never decides. */
function codesFindings(codes: RunEvidence["codes"]): Finding[] {
  if (codes === null) return [];
  const { server, client, ...counted } = codes;
  const effect = counted.isOpen ? "unsure" : "note";
  return [
    ...codeFinding({ effect, code: "server" }, server, { class: "5xx", ...counted }),
    ...codeFinding({ effect: "note", code: "client" }, client, { class: "4xx", ...counted }),
  ];
}

type Codes = NonNullable<RunEvidence["codes"]>;

function codeFinding(
  found: Pick<Finding, "effect" | "code">,
  answers: Codes["server"],
  counted: Omit<Codes, "server" | "client"> & { class: "4xx" | "5xx" },
): Finding[] {
  if (answers === null || answers.share < TOLD_SHARE) return [];
  const { share: ratio, requests: limit, span } = answers;
  const when = { before: span?.fromSeconds ?? null, after: span?.toSeconds ?? null, unit: "s" };
  const reasons = [{ code: "called-success", ...answers, ...counted } as const];
  return [makeFinding({ ...found, kind: "codes", ...when, ratio, limit, reasons })];
}

/** Most of the run is warm-up or cool-down. */
function leftOutFindings(leftOut: RunEvidence["leftOut"]): Finding[] {
  if (leftOut === null) return [];
  const { warmUpSeconds, coolDownSeconds, judgedSeconds } = leftOut;
  const all = warmUpSeconds + coolDownSeconds + judgedSeconds;
  if (!(warmUpSeconds + coolDownSeconds >= MUCH * all)) return [];
  const figures = { before: warmUpSeconds, after: judgedSeconds, limit: all, unit: "s" };
  return [makeFinding({ effect: "note", kind: "left-out", code: "left-out", ...figures })];
}

/** Who sees other figures than those of the run has to know why. */
function poolFindings(pool: RunEvidence["pool"]): Finding[] {
  if (pool === null || pool.others.length === 0) return [];
  const { others, look } = pool;
  return [makeFinding({ effect: "note", kind: "pool", code: "pooled", after: look, runs: [...others] })];
}

/** One file can contain the requests of several generators, so that fewer uploads are not necessarily too few. */
function generatorFindings({ uploaded, expected }: RunEvidence["generators"]): Finding[] {
  if (expected === null || uploaded >= expected) return [];
  return [
    makeFinding({ effect: "note", kind: "generators", code: "missing", after: uploaded, limit: expected }),
  ];
}

/** What is wrong with the reference. Without one, a run that has targets is judged by them alone. */
export function referenceFindings(reference: ReferenceEvidence, hasTargets: boolean): Finding[] {
  if (reference.found) {
    const { doubt, level } = reference;
    const found = [];
    if (doubt !== null)
      found.push(makeFinding({ effect: "unsure", kind: "reference", code: "doubtful", reasons: [doubt] }));
    if (level.length > 0)
      found.push(makeFinding({ effect: "note", kind: "reference", code: "level", runs: [...level] }));
    return found;
  }
  const { asked, code, why } = reference;
  const effect: FindingEffect = asked || !hasTargets ? "unsure" : "note";
  return [makeFinding({ effect, kind: "reference", code, reasons: [...why] })];
}
