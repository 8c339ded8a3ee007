import type { RunDetail } from "@headroom/services";
import { LIVE_TRAFFIC, parsePrice, toolTitle } from "@headroom/core";
import { formatInstant, formatLength, formatPrice, outcomeState } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import { prepareDelta } from "../../delta/prepare-delta.ts";
import type { DeltaModel } from "../../delta/prepare-delta.ts";
import { prepareSentence, sentenceInputOf } from "../verdict/prepare-sentence.ts";
import type { Sentence } from "../verdict/prepare-sentence.ts";
import { judgementNotes } from "../verdict/judgement-notes.ts";
import type { JudgementNote } from "../verdict/judgement-notes.ts";
import { simulatedOf } from "../view/run-title.ts";

export interface MetaItem {
  name: string;
  value: string;
  mono?: boolean;
  href?: string;
}

export interface RunHead {
  title: string;
  state: OutcomeState;
  /** What gates were told that asked otherwise, and how the outcome changed since; in sentences. */
  notes: readonly JudgementNote[];
  /** Where its experiment is at another level than before; null: nothing was found. */
  delta: DeltaModel | null;
  /** Null: no simulator sent its requests. */
  simulated: { withReal: boolean } | null;
  /** Null: the run counts. */
  setAside: RunDetail["setAside"];
  sentence: Sentence;
  /** Which labels were left out when it was uploaded; null: none. */
  labelFilter: string | null;
  startedAt: string;
  endedAt: string;
  length: string | null;
  meta: readonly MetaItem[];
}

const COMMIT_SHOWN = 7;

export function prepareRunHead(detail: RunDetail): RunHead {
  const { answer, experiment, number } = detail;
  const { run } = answer;
  return {
    title: `Run ${number}`,
    state: outcomeState(answer.outcome),
    delta: prepareDelta(detail.judgements.changes),
    simulated: simulatedOf(answer.warnings),
    setAside: detail.setAside,
    notes: [...setAsideNote(detail), ...judgementNotes(run.id, detail.judgements)],
    sentence: prepareSentence(sentenceInputOf(detail)),
    labelFilter: answer.labelFilter?.sentence ?? null,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    length: answer.summary.durationSeconds === null ? null : formatLength(answer.summary.durationSeconds),
    meta: metaOf(detail, experiment.name),
  };
}

function setAsideNote({ setAside, copyOf }: RunDetail): JudgementNote[] {
  if (setAside === null || setAside.reason === null) return [];
  if (copyOf !== null)
    return [{ words: `Open run ${copyOf.number}, which has the same samples`, href: `/runs/${copyOf.id}` }];
  const by = setAside.by === null ? "" : `by ${setAside.by} `;
  const on = formatInstant(new Date(setAside.at), "UTC");
  return [{ words: `Set aside: ${setAside.reason} (${by}on ${on} UTC)`, href: null }];
}

/** What is known about how the run was made; unknown facts are left out. */
function metaOf(detail: RunDetail, experimentName: string): MetaItem[] {
  const { environment, commit, branch, ciUrl, answer, loadModel } = detail;
  const { tool, toolVersion, format } = answer.run;
  const price = detail.price === null ? null : parsePrice(detail.price);
  const items: (MetaItem | null)[] = [
    { name: `${experimentName}, run`, value: String(detail.number) },
    environment === null ? null : { name: "environment", value: environment },
    commit === null ? null : { name: "commit", value: shortCommit(commit), mono: true },
    branch === null ? null : { name: "branch", value: branch, mono: true },
    ...(tool === LIVE_TRAFFIC
      ? [{ name: "kept from", value: `live traffic of ${detail.service.name}`, href: trafficOf(detail) }]
      : [
          { name: "load tool", value: [toolTitle(tool), toolVersion].filter(Boolean).join(" ") },
          { name: "format", value: format },
        ]),
    loadModel === "unknown" ? null : { name: "load model", value: loadModel },
    price === null ? null : { name: "price", value: formatPrice(price) },
    ciUrl === null ? null : { name: "CI", value: hostOf(ciUrl), href: ciUrl },
  ];
  return items.filter((item) => item !== null);
}

/** The same stretch on the service's page, for as long as its traffic is kept. */
function trafficOf({ service, answer: { run } }: RunDetail): string {
  const range = new URLSearchParams({ from: run.startedAt, to: run.endedAt });
  return `/services/${encodeURIComponent(service.slug)}?${range.toString()}`;
}

function shortCommit(commit: string): string {
  return /^[0-9a-f]{12,64}$/i.test(commit) ? commit.slice(0, COMMIT_SHOWN) : commit;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
