import type { RunDetail, RunWindow } from "@headroom/services";
import { formatMillis } from "@headroom/ui";
import type { WindowBarModel } from "./window-bar.tsx";
import { windowTitle } from "../view/window-words.ts";

export function prepareWindowBar(detail: RunDetail, window: RunWindow, successful: boolean): WindowBarModel {
  const { run } = detail.answer;
  const { kind, fromSeconds, toSeconds } = window;
  return {
    kind,
    fromSeconds,
    toSeconds,
    span: run.finestStepSeconds === null ? null : detail.span,
    hasSteady: detail.steady !== null,
    hasSuccessful: window.successful !== null && (window.summary.errors ?? 0) > 0,
    title: windowTitle(window),
    differing: differingWords(window, successful),
    byHand: detail.steadyByHand,
  };
}

/** Names the percentile that differs most; others may differ too. */
function differingWords({ differing }: RunWindow, successful: boolean): string | null {
  const most = differing
    .map((one) => ({ ...one, ratio: Math.abs(Math.log(one.successfulMs / one.allMs)) }))
    .toSorted((a, b) => b.ratio - a.ratio)[0];
  if (most === undefined) return null;
  const [shown, other] = successful ? [most.successfulMs, most.allMs] : [most.allMs, most.successfulMs];
  const whose = successful ? "with failed requests" : "without failed requests";
  // Two equal figures would seem to contradict the sentence.
  const isRounded = formatMillis(shown) === formatMillis(other);
  const words = (millis: number) => (isRounded ? String(millis) : formatMillis(millis));
  return `${most.percentile} ${words(shown)} ms; ${words(other)} ms ${whose}.`;
}
