import type { RunReference } from "@headroom/services";

/** A button that compares a run with its reference, lets people choose one, or says why it can't. */
export type CompareModel = {
  runId: string;
  /** What a search for another run begins with. */
  experiment: string;
} & (
  | { state: "resolved"; href: string; against: string; why: string }
  | { state: "choose" | "impossible"; why: string }
);

interface ComparedRun {
  id: string;
  experiment: string;
  /** Where the page isn't the run's own: "Compare run 46". */
  number?: number;
}

/** The reference comes first: it is side A. */
export function prepareCompare(
  { id, experiment, number }: ComparedRun,
  { reference, previous, next, why, hasOthers }: RunReference,
): CompareModel {
  const run = { runId: id, experiment };
  if (reference !== null) {
    return {
      ...run,
      state: "resolved",
      href: `/comparisons?runs=${reference.id},${id}&judged=${reference.judged}`,
      against: `${number === undefined ? "" : `run ${number} `}vs ${reference.runs > 1 ? `the level of ${reference.runs} good runs` : `run ${reference.number}`}`,
      why: reference.runs > 1 ? LEVEL : WHY[reference.chosen],
    };
  }
  const beside = previous ?? next;
  if (beside !== null) {
    const pair = previous === null ? [id, beside.id] : [beside.id, id];
    return {
      ...run,
      state: "resolved",
      href: `/comparisons?runs=${pair.join(",")}`,
      against: `${number === undefined ? "" : `run ${number} `}vs run ${beside.number}`,
      why: why ?? "",
    };
  }
  return { ...run, state: hasOthers ? "choose" : "impossible", why: why ?? "" };
}

const LEVEL = "What the good runs before it show together, which it is judged against.";
const WHY = { pinned: "The experiment's baseline.", "last-good": "The last good run before it." } as const;
