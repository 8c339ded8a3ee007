import { toolTitle } from "../run/tools.ts";

/** How the runs were made that one is looked for among. Null: not said. */
interface MadeLike {
  environment: string | null;
  tool: string | null;
}

interface OnBranches extends MadeLike {
  branches: string[];
}

interface OfCommits extends MadeLike {
  commit: string;
  /** How many commits before it were looked at, too. */
  others: number;
}

interface OtherRun {
  number: number;
  /** Null: that of the judged run. */
  experiment: string | null;
}

/** Parts of a sentence: lists make it in the database. */
export const SAME_SAMPLES = {
  ofRun: "The same samples as run #",
  inExperiment: " of ",
  elsewhere: "The same samples as a run of another service",
};

/** Why a run can't be a baseline, and why there is no baseline. */
export const REFERENCE_SENTENCES = {
  simulated: () => "A simulator sent its requests, or some of them.",
  "not-simulated": () => "Its requests aren't simulated.",
  "set-aside": ({ note }: { note: string }) => `It was set aside: ${note}`,
  receiving: () => "It is still receiving results.",
  interrupted: () => "It was interrupted.",
  "target-missed": () => "It missed a target.",
  "target-unsure": () => "It is unsure whether it met its targets.",
  "maybe-worse": () => "It may be worse than its baseline.",
  partial: () => "It is unsure what it shows of the service, as its own findings say.",
  "much-busier": () => "It was under much more load than its baseline.",
  undecided: () => "It isn't known yet whether it was worse than its baseline.",
  regressed: () => "It regressed from its baseline.",
  "is-baseline": () => "This run is the baseline of its experiment.",
  "none-set": () => "No baseline is set on the experiment.",
  "reference-deleted": () => "The run that it was compared with was deleted.",
  itself: () => "A run can't be its own baseline.",
  "no-earlier": (made: OnBranches) => `There is no earlier run of ${onBranches(made)}.`,
  "no-alike-earlier": (made: OnBranches) =>
    `No earlier run of ${onBranches(made)} took about as long, under about the same load and with about the same throughput.`,
  "no-good-earlier": (made: OnBranches) => `No earlier run of ${onBranches(made)} is good.`,
  "no-run-of-commit": (made: OfCommits) => `There is no run of ${ofCommits(made)}.`,
  "no-good-of-commit": (made: OfCommits) => `No run of ${ofCommits(made)} is good.`,
  /** Leads in what is wrong with it. */
  "latest-run": ({ number }: { number: number }) => `Run #${number}:`,
  "same-samples": (run: OtherRun) => `${SAME_SAMPLES.ofRun}${numbered(run)}.`,
  /** Of the same build. */
  "sent-again": (run: OtherRun) => `These results were already uploaded as run #${numbered(run)}.`,
  "sent-again-hidden": () => "These results were already uploaded as another run.",
  "same-samples-elsewhere": () => `${SAME_SAMPLES.elsewhere}.`,
  /** For guests. */
  "same-samples-hidden": () => "The same samples as another run.",
  "without-server": () => "Without a server, nothing is compared with earlier runs.",
};

function numbered({ number, experiment }: OtherRun): string {
  return `${number}${experiment === null ? "" : `${SAME_SAMPLES.inExperiment}${experiment}`}`;
}

function onBranches({ branches, ...made }: OnBranches): string {
  return `${branches.join(" or ")}${madeLike(made)}`;
}

function ofCommits({ commit, others, ...made }: OfCommits): string {
  return `commit ${commit.slice(0, 10)}${others > 0 ? ` or the ${others} before it` : ""}${madeLike(made)}`;
}

function madeLike({ environment, tool }: MadeLike): string {
  return `${environment === null ? "" : ` in ${environment}`}${tool === null ? "" : ` by ${toolTitle(tool)}`}`;
}
