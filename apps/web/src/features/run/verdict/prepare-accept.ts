import { acceptWords } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import { formatInstant } from "@headroom/ui";

export interface AcceptModel {
  words: string;
  isAccepted: boolean;
}

/** Null: the run isn't known to have got worse, or can't be accepted. */
export function prepareAccept({
  answer,
  judgements,
  isAcceptable,
}: Pick<RunDetail, "answer" | "judgements" | "isAcceptable">): AcceptModel | null {
  const { accepted } = answer;
  if (accepted !== null) {
    const by = accepted.by === null ? "" : `by ${accepted.by} `;
    const at = `${formatInstant(new Date(accepted.at), "UTC")} UTC`;
    return { words: `Accepted ${by}on ${at}: ${accepted.reason}`, isAccepted: true };
  }
  if (!isAcceptable) return null;
  const found = judgements.own?.findings.some(({ kind }) => kind === "accept") ?? false;
  return { words: found ? ACCEPT_HERE : "Later runs aren't compared with this one.", isAccepted: false };
}

/** On the run's own page. */
export const ACCEPT_HERE = acceptWords("choose Accept change");
