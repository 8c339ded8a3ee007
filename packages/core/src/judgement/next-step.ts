import { formatLength, plural } from "../format/index.ts";
import type { DoubtCode } from "../verdict/judged.ts";
import type { TargetReason } from "../verdict/target-sentences.ts";
import type { Finding, FindingKind, Judgement } from "./judgement.ts";

/**
 * What can settle an unsure judgement. judge-window: choose its steady phase by hand. set-workload: say how many requests to
 * expect. offer-load: run it at its full load. change-target: no further run would do. run-more, run-longer: more data.
 * find-cause: it failed or hung, and may again. tell-load: say whether the load was constant. set-baseline: there is no
 * baseline. choose-baseline: it proves nothing. upload-file: the samples are those of another build. use-original: they were
 * uploaded before. upload-output: what was uploaded doesn't have the figure. send-gauge: the run doesn't have the gauge. count-errors: say what its errors are counted by.
 */
export const NEXT_ACTIONS = [
  "judge-window",
  "set-workload",
  "offer-load",
  "change-target",
  "tell-load",
  "run-more",
  "find-cause",
  "run-longer",
  "set-baseline",
  "choose-baseline",
  "accept",
  "upload-file",
  "use-original",
  "upload-output",
  "send-gauge",
  "count-errors",
] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

export interface NextStep {
  action: NextAction;
  /** How many runs more. Only of `run-more`. */
  runs: number | null;
  /** How large a run it takes. Only of `run-longer`; null: not known. */
  requests: number | null;
  seconds: number | null;
}

/** The one thing to do about an unsure judgement: what its first finding needs, and as much of it as the others do. */
export function nextStep({ outcome, findings }: Pick<Judgement, "outcome" | "findings">): NextStep | null {
  if (outcome !== "unsure") return null;
  const known = {
    mayAccept: findings.some(({ kind }) => kind === "accept"),
    rises: findings.some(({ kind, code }) => kind === "rise" && code !== "unknown-load"),
  };
  const steps = findings.filter(({ effect }) => effect === "unsure").map((finding) => stepOf(finding, known));
  const [first] = steps;
  if (first === undefined) return null;
  const alike = steps.filter(({ action }) => action === first.action);
  const most = (of: "runs" | "requests" | "seconds") =>
    alike.reduce<number | null>(
      (sofar, { [of]: value }) => (value === null ? sofar : Math.max(sofar ?? value, value)),
      null,
    );
  return { action: first.action, runs: most("runs"), requests: most("requests"), seconds: most("seconds") };
}

interface Known {
  /** What changed can be accepted. */
  mayAccept: boolean;
  /** Latency rises all along, so a longer run settles what another one as long wouldn't. */
  rises: boolean;
}

function stepOf(finding: Finding, known: Known): NextStep {
  const action = actionOf(finding, known);
  const { doubt } = finding;
  const isLonger = action === "run-longer";
  return {
    action,
    runs: action === "run-more" ? runsMore(finding) : null,
    requests: isLonger ? (doubt?.requests ?? null) : null,
    seconds: isLonger ? (finding.kind === "length" ? finding.limit : (doubt?.seconds ?? null)) : null,
  };
}

/** Missing, or under another name: with the old one, nothing is to be accepted. */
const ABOUT_LABELS: ReadonlySet<string> = new Set(["lost-labels", "renamed-labels"]);

function runsMore({ kind, after, limit, doubt }: Finding): number {
  if (kind === "run-state" && after !== null && limit !== null) return limit - after;
  // One of them is this run.
  return Math.max(1, (doubt?.runs ?? 2) - 1);
}

function actionOf(finding: Finding, known: Known): NextAction {
  const { kind, code, doubt } = finding;
  const own = OWN_ACTIONS[`${kind} ${code}`];
  if (own !== undefined) return own;
  if (known.mayAccept && ABOUT_LABELS.has(code)) return "accept";
  if (kind === "target") return targetAction(finding, known);
  if (kind === "change") return doubt === null ? "run-longer" : "run-more";
  if (kind === "reference") return code === "first" ? "set-baseline" : "choose-baseline";
  if (kind === "comparability") return COMPARABILITY_ACTIONS[code] ?? "choose-baseline";
  return ACTIONS[kind];
}

function targetAction({ doubt, reasons }: Finding, { rises }: Known): NextAction {
  if (reasons.some(({ code }) => code === "clock-gap")) return "run-more";
  if (reasons.some(({ code }) => code === "no-gauge")) return "send-gauge";
  const code = codeOf(doubt);
  if (BY_OUTPUT.has(code) && reasons.some((one) => OF_OUTPUT.has(one.code))) return "upload-output";
  return rises && code === "too-close" ? "run-longer" : TARGET_ACTIONS[code];
}

/** What a figure can be in doubt by that another output of the same tool may have. */
const BY_OUTPUT: ReadonlySet<DoubtCode> = new Set(["unmeasured", "bound", "few"]);
const OF_OUTPUT: ReadonlySet<string> = new Set<TargetReason["code"]>([
  "uncounted",
  "uncounted-quote",
  "no-length",
  "errors-unreported",
  "errors-at-least",
  "unreported",
  "unmergeable",
  "around",
  "extremes",
]);

/** Judgements from before have no doubt. */
function codeOf(doubt: Finding["doubt"]): DoubtCode {
  return doubt === null || doubt.code === "scatter" ? "chance" : doubt.code;
}

const TARGET_ACTIONS: Record<DoubtCode, NextAction> = {
  unmeasured: "change-target",
  "no-workload": "set-workload",
  ramp: "judge-window",
  "no-load": "change-target",
  part: "judge-window",
  bound: "change-target",
  chance: "run-longer",
  few: "run-longer",
  "too-close": "change-target",
  load: "offer-load",
  stall: "change-target",
  baseline: "choose-baseline",
  drift: "run-longer",
  step: "judge-window",
  codes: "count-errors",
};

/** Of findings that need something else than others of their kind. */
const OWN_ACTIONS: Readonly<Record<string, NextAction>> = {
  "target no-baseline": "set-baseline",
  "rise unknown-load": "tell-load",
  "run-state same-samples": "upload-file",
  "run-state sent-again": "use-original",
};

/** What isn't listed is a difference between the two runs that another baseline doesn't have. */
const COMPARABILITY_ACTIONS: Record<string, NextAction> = { "left-out": "judge-window" };

const ACTIONS: Record<
  Exclude<FindingKind, "target" | "change" | "reference" | "comparability">,
  NextAction
> = {
  "run-state": "run-more",
  outage: "find-cause",
  length: "run-longer",
  codes: "count-errors",
  rise: "run-longer",
  trend: "accept",
  ramp: "run-longer",
  mix: "run-longer",
  comparison: "run-longer",
  detectable: "run-longer",
  accept: "choose-baseline",
  label: "run-more",
  "left-out": "judge-window",
  pool: "run-more",
  generators: "run-more",
  warning: "run-more",
};

/** What to do, in one sentence. */
export function nextWords(step: NextStep): string {
  return WORDS[step.action](step);
}

const WORDS: Record<NextAction, (step: NextStep) => string> = {
  "judge-window": () => "Choose the part of the run to judge: set its steady phase by hand.",
  "set-workload": () => "Set the experiment's workload, so that Headroom knows how many requests to expect.",
  "offer-load": () => "Run it at its full load. If it was, correct the experiment's workload.",
  "change-target": () => "Change the target: another run like this one wouldn't settle it.",
  "tell-load": () => "Say whether the load was constant: the answer holds for all runs of the experiment.",
  "run-more": ({ runs }) => (runs === 1 ? "Run it once more." : `Run it ${plural(runs ?? 1, "more time")}.`),
  "find-cause": () => "Find out why requests failed or hung, then run it again.",
  "run-longer": longerWords,
  "set-baseline": () => "Set a baseline on the experiment.",
  "choose-baseline": () => "Choose another baseline.",
  "upload-file": () => "Upload the file of this build.",
  "use-original": () => "The other run counts. If you meant to upload another file, upload that one.",
  "upload-output": () =>
    "Upload another output of the load tool: this one doesn't have the figure that the target needs.",
  "send-gauge": () => "Add the gauge to this run, or correct its name in the target.",
  "count-errors": () =>
    "Say whether an answer with a 5xx code is an error: on the run's page, or with errors-by=code or errors-by=tool when you upload.",
  accept: () => "Accept the change if it is what you want from now on, or undo it.",
};

function longerWords({ requests, seconds }: NextStep): string {
  const length = seconds === null || seconds <= 0 ? null : formatLength(seconds);
  if (requests === null) return length === null ? "Run it longer." : `Run it for about ${length}.`;
  const time = length === null ? "" : `, about ${length} at this rate`;
  return `Run it with about ${plural(requests, "request")}${time}.`;
}
