import type { JudgedSide, RunComparison } from "@headroom/contract";
import type { RunReference } from "@headroom/services";
import { askedWords } from "../../run/verdict/prepare-judgement.ts";
import { FIRST_VIEW, runAddress } from "../../run/view/search-params.ts";
import { EMPTY_QUERY, comparisonAddress } from "../view/search-params.ts";
import type { ReferenceLink } from "./reference-links.tsx";

export interface GateLine {
  words: string;
  href: string;
  tone: "good" | "bad" | "unsure" | "neutral";
}

const TONES: Record<string, GateLine["tone"]> = {
  holds: "good",
  misses: "bad",
  regressed: "bad",
  unsure: "unsure",
};

/** What a gate concluded of the second run, in one line; null: no gate asked by rules of its own. */
export function prepareGate({ gate }: RunReference, runId: string, name: string): GateLine | null {
  if (gate === null) return null;
  return {
    words: `${name}: ${askedWords(gate)}`,
    href: runAddress(runId, { ...FIRST_VIEW, judgement: gate.id }),
    tone: TONES[gate.outcome] ?? "neutral",
  };
}

/** With what else the second run can be compared, without what it is compared with now. */
export function prepareReferences(
  { runs, reference: at, judged }: RunComparison,
  { reference, previous }: RunReference,
): ReferenceLink[] {
  const [before, after] = [runs[at], runs[1 - at]];
  if (before === undefined || after === undefined) return [];
  const address = (id: string, sides: JudgedSide | null) =>
    comparisonAddress({ ...EMPTY_QUERY, slots: [id, after.id], judged: sides });
  const links: ReferenceLink[] = [];
  if (reference !== null && (before.id !== reference.id || judged === null))
    links.push({
      href: address(reference.id, reference.judged),
      words:
        reference.runs > 1
          ? `Compare with the level of ${reference.runs} good runs`
          : reference.chosen === "pinned"
            ? `Compare with the baseline, run ${reference.number}`
            : `Compare with run ${reference.number}, the last good run`,
    });
  if (previous !== null && !(before.id === previous.id && judged === null))
    links.push({
      href: address(previous.id, null),
      words: `Compare with run ${previous.number}, the run before it`,
    });
  if (before.experiment.id === after.experiment.id)
    links.push({ href: `/experiments/${after.experiment.id}/trend`, words: "See the trend" });
  return links;
}
