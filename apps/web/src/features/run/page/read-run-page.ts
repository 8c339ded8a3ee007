import "server-only";
import { TRPCError } from "@trpc/server";
import type { JudgementAnswer, RunEvent } from "@headroom/contract";
import type { RunComment, RunDetail, RunReference, RunWindow, WindowLabels } from "@headroom/services";
import { labelsQuery } from "../tables/labels-query.ts";
import type { RunCaller } from "../router.ts";
import type { RunView } from "../view/search-params.ts";

/** What the first paint of a run shows: the view that could be shown, its window, and the first labels there. */
export interface ShownRun {
  view: RunView;
  window: RunWindow;
  /** Of the label that is looked at; null: all requests are. */
  labelWindow: RunWindow | null;
  labels: WindowLabels;
  events: RunEvent[];
  comments: RunComment[];
  /** What Compare opens it against. */
  reference: RunReference;
  /** The one that the address names, if the run has it. */
  judgement: JudgementAnswer | null;
}

/** Reads one view of a run. A window that the run does not have is shown as the steady phase, a label as all requests. */
export async function readRunPage(caller: RunCaller, detail: RunDetail, asked: RunView): Promise<ShownRun> {
  const runId = detail.answer.run.id;
  const view = withWindowOf(detail, asked);
  const { window, labels: order, label, judgement: judgementId } = view;
  const [all, labels, ofLabel, { events }, { comments }, reference, judgement] = await Promise.all([
    caller.run.window({ runId, window }),
    caller.run.labels(labelsQuery(runId, view, order, 0)),
    label === null ? null : orNull(caller.run.window({ runId, window, label })),
    caller.run.events({ runId }),
    caller.run.comments({ runId }),
    caller.run.reference({ runId }),
    judgementId === null ? null : caller.run.judgement({ runId, judgementId }),
  ]);
  return {
    view: {
      ...view,
      label: ofLabel === null ? null : label,
      judgement: judgement === null ? null : judgementId,
    },
    window: all,
    labelWindow: ofLabel,
    labels,
    events,
    comments,
    reference,
    judgement,
  };
}

function withWindowOf({ answer, span }: RunDetail, view: RunView): RunView {
  const { window } = view;
  if (typeof window === "string") return view;
  const there = answer.run.finestStepSeconds !== null && span !== null;
  if (there && window.fromSeconds < span.toSeconds && window.toSeconds > span.fromSeconds) return view;
  return { ...view, window: "steady" };
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
