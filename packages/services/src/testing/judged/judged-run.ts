import type { PairOutcome } from "@headroom/core";
import type { JudgementAnswer } from "@headroom/contract";
import { getComparisonAnswer } from "../../run/judgement/get-comparison-answer.ts";
import { getRunVerdict } from "../../run/judgement/get-verdict.ts";
import { TEST_WEB_URL as webUrl } from "../importing.ts";
import type { Importing } from "../importing.ts";
import { ASKED, JUDGED, PAIRS } from "./judged-answers.ts";
import type { Answered, Asks, JudgedCase } from "./judged-answers.ts";
import { makeJudgedRuns } from "./judged-runs.ts";

/** What a door shows of a run. */
export interface Shown {
  outcome: Answered["outcome"];
  reason: string | null;
  /** Kind, code, metric and label of the leading finding. */
  lead: Answered["lead"];
  /** The leading finding as a sentence, with its figures. */
  words: string | null;
  /** What that is about: `p99 of "GET /search"`. */
  about: string | null;
  /** The run's own figure in it. */
  value: number | null;
  unit: string | null;
}

export interface JudgedRun {
  name: string;
  runId: string;
  experimentId: string;
  /** Its name. */
  experiment: string;
  isReceiving: boolean;
  isLatest: boolean;
  answer: Answered;
  /** What the table says, and the sentence that is made of the stored judgement's figures. */
  shown: Shown;
}

/** A run and what it was compared with. */
export interface JudgedPair {
  name: string;
  before: string;
  after: string;
  shown: Omit<Shown, "outcome"> & { outcome: PairOutcome };
  /** Labels got worse, and the figures of the whole run don't show it. */
  isOfLabels: boolean;
}

export interface AskedRun extends JudgedRun {
  /** As the query of the run's verdict. */
  query: Readonly<Record<string, string | readonly string[]>>;
  asks: Asks;
}

/** Makes the runs, and what gates with options of their own are answered about them. */
export async function openJudgedRuns(
  importing: Importing,
): Promise<{ runs: JudgedRun[]; asked: AskedRun[]; pairs: JudgedPair[] }> {
  const ids = await makeJudgedRuns(importing);
  const runs: JudgedRun[] = [];
  for (const [name, answer] of Object.entries<Answered>(JUDGED))
    runs.push(await readRun(importing, { name, runId: ids[name as JudgedCase], answer }, {}));
  const asked: AskedRun[] = [];
  for (const { of, asks, answer } of ASKED) {
    const query = queryOf(asks, ids);
    const name = `${of}, asked ${JSON.stringify(asks)}`;
    const run = await readRun(importing, { name, runId: ids[of], answer }, query);
    asked.push({ ...run, query, asks });
  }
  const pairs: JudgedPair[] = [];
  for (const { of, outcome, lead } of PAIRS) {
    const pair = await readPair(importing, ids[of]);
    pairs.push({ ...pair, name: of, shown: { ...pair.shown, reason: null, outcome, lead } });
  }
  return { runs, asked, pairs };
}

async function readPair(importing: Importing, runId: string) {
  const ctx = importing.home.viewer;
  const { baseline } = await getRunVerdict({ ctx, input: { runId, parameters: {}, webUrl } });
  if (baseline === null) throw new Error("it was compared with nothing");
  const parameters = { runs: `${baseline.id},${runId}` };
  const ask = () => getComparisonAnswer({ ctx, input: { parameters, webUrl } });
  await ask();
  while (await importing.compare());
  const { statistics } = await ask();
  const judgement = statistics[0]?.judgement;
  if (!judgement) throw new Error("the pair isn't judged");
  const shown = shownIn({ ...judgement, reason: null });
  const worse = judgement.findings.filter(({ effect }) => effect === "fail");
  const isOfLabels = worse.length > 0 && worse.every(({ label }) => label !== null);
  return { before: baseline.id, after: runId, shown, isOfLabels };
}

function queryOf(
  { baseline, commit, minChange, detect, targets }: Asks,
  ids: Record<JudgedCase, string>,
): AskedRun["query"] {
  return {
    ...(baseline === undefined
      ? {}
      : { baseline: typeof baseline === "string" ? baseline : ids[baseline.run] }),
    ...(commit === undefined ? {} : { commit }),
    ...(minChange === undefined ? {} : { minChange: String(minChange) }),
    ...(detect === undefined ? {} : { detect: String(detect) }),
    ...(targets === undefined ? {} : { targets }),
  };
}

type Given = Pick<JudgedRun, "name" | "runId" | "answer">;

async function readRun(importing: Importing, given: Given, parameters: object): Promise<JudgedRun> {
  const { runId, answer } = given;
  const ask = () => getRunVerdict({ ctx: importing.home.viewer, input: { runId, parameters, webUrl } });
  let read = await ask();
  while (read.retryAfterSeconds !== null && (await importing.compare())) read = await ask();
  const { status, ...row } = await importing.inHome(async (tx) => {
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    const { experimentId: id } = run;
    const { name: experiment } = await tx.prisma.experiment.findUniqueOrThrow({ where: { id } });
    return { status: run.status, experimentId: id, experiment };
  });
  const { outcome, reason = null, lead } = answer;
  const { words, about, value, unit } = shownIn(read.judgement);
  return {
    ...given,
    ...row,
    isReceiving: status === "receiving",
    isLatest: answer.isLatest === true,
    shown: { outcome, reason, lead, words, about, value, unit },
  };
}

type Said<Outcome> = Pick<JudgementAnswer, "reason" | "findings"> & { outcome: Outcome };

/** What an answer of the API says, or a report with the same fields. */
export function shownIn<Outcome = Answered["outcome"]>(
  judgement: Said<Outcome> | null,
): Omit<Shown, "outcome"> & { outcome: Outcome | null } {
  return {
    outcome: judgement?.outcome ?? null,
    reason: judgement?.reason ?? null,
    ...leadOf(judgement?.findings[0]),
  };
}

function leadOf(first: JudgementAnswer["findings"][number] | undefined): Omit<Shown, "outcome" | "reason"> {
  if (first === undefined) return { lead: null, words: null, about: null, value: null, unit: null };
  const { kind, code, metric, label, words, about, after: value, unit } = first;
  return { lead: [kind as NonNullable<Shown["lead"]>[0], code, metric, label], words, about, value, unit };
}
