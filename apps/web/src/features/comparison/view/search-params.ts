import type { JudgedSide } from "@headroom/contract";
import { FIGURE_IDS } from "@headroom/core";
import type { FigureId } from "@headroom/core";

const COMPARISON_VIEWS = ["figures", "labels"] as const;
export type ComparisonView = (typeof COMPARISON_VIEWS)[number];

/** What the address of a comparison holds. */
export interface ComparisonQuery {
  /** Each place has its colour. A run that was taken out leaves its place empty: the others keep theirs. */
  slots: readonly (string | null)[];
  /** The run that the others are compared with; null: the first. */
  reference: string | null;
  /** Null: the labels of a pair that has some, and figures otherwise. */
  view: ComparisonView | null;
  /** What the labels are compared by, and what is drawn over time; null: what the run's own target is about. */
  metric: FigureId | null;
  /** The pair as the judgement of its second run compares it; null: single runs are compared. */
  judged: JudgedSide | null;
}

export const EMPTY_QUERY: ComparisonQuery = {
  slots: [],
  reference: null,
  view: null,
  metric: null,
  judged: null,
};

export const MAX_RUNS = 20;
/** From so many runs on, one of them is looked at among the others, and none has a colour of its own. */
export const MANY_RUNS = 6;
/** Rows in the matrix of many runs. */
export const MATRIX_LABELS = 8;
/** Rows in the table of labels. */
export const MAX_LABELS = 200;
/** Runs, and places that runs left. */
const MAX_SLOTS = 26;

/** Listed here, because the schemas of the contract are more than all of this page. */
const SIDES = ["level", "run"] as const satisfies readonly JudgedSide[];

type Search = Record<string, string | string[] | undefined>;

/** Somebody is choosing the runs by hand, so that none is added to the only one. */
export function isChoosing({ choose }: Search): boolean {
  return choose !== undefined;
}

/** Whatever cannot be read is as if it were not there. */
export function readComparisonQuery(search: Search): ComparisonQuery {
  const { runs, ref, view, metric, judged } = search;
  const query = {
    slots: readSlots(typeof runs === "string" ? runs : ""),
    reference: typeof ref === "string" && ref !== "" ? ref.toLowerCase() : null,
    view: COMPARISON_VIEWS.find((one) => one === view) ?? null,
    metric: FIGURE_IDS.find((one) => one === metric) ?? null,
    judged: SIDES.find((one) => one === judged) ?? null,
  };
  return { ...query, judged: mayBeJudged(query) ? query.judged : null };
}

/** A judgement is of a run and its baseline, which comes first. */
function mayBeJudged(query: Pick<ComparisonQuery, "slots" | "reference">): boolean {
  const [first, ...others] = placedRuns(query);
  return others.length === 1 && (query.reference === null || query.reference === first?.id);
}

/** The address of a view; what is as it always is stays out of it. */
export function comparisonAddress(query: ComparisonQuery): string {
  const parts: string[] = [];
  const runs = withoutEnd(query.slots)
    .map((id) => (id === null ? "" : encodeURIComponent(id)))
    .join(",");
  if (runs !== "") parts.push(`runs=${runs}`);
  if (query.reference !== null && query.reference !== firstOf(query)?.id)
    parts.push(`ref=${encodeURIComponent(query.reference)}`);
  if (query.judged !== null && mayBeJudged(query)) parts.push(`judged=${query.judged}`);
  if (query.view !== null) parts.push(`view=${query.view}`);
  if (placedRuns(query).length === 1) parts.push("choose=1");
  if (query.metric !== null) parts.push(`metric=${encodeURIComponent(query.metric)}`);
  return parts.length === 0 ? "/comparisons" : `/comparisons?${parts.join("&")}`;
}

/** The runs with their places, in their order. */
export function placedRuns({ slots }: Pick<ComparisonQuery, "slots">): { id: string; position: number }[] {
  return slots.flatMap((id, position) => (id === null ? [] : [{ id, position }]));
}

export function referenceOf(query: ComparisonQuery): { id: string; position: number } | null {
  return placedRuns(query).find(({ id }) => id === query.reference) ?? firstOf(query);
}

/** The first empty place is taken, so that no colour is skipped for long. */
export function addRun(query: ComparisonQuery, id: string): ComparisonQuery {
  const wanted = id.toLowerCase();
  if (query.slots.includes(wanted) || placedRuns(query).length >= MAX_RUNS) return query;
  const hole = query.slots.indexOf(null);
  const slots = [...query.slots];
  slots[hole === -1 ? slots.length : hole] = wanted;
  return { ...query, slots, judged: null };
}

export function removeRun(query: ComparisonQuery, id: string): ComparisonQuery {
  const slots = withoutEnd(query.slots.map((one) => (one === id ? null : one)));
  return { ...query, slots, reference: query.reference === id ? null : query.reference, judged: null };
}

/** Changes places with the run before it or after it: here colours move, because it is asked for. */
export function moveRun(query: ComparisonQuery, id: string, by: 1 | -1): ComparisonQuery {
  const placed = placedRuns(query);
  const at = placed.findIndex((run) => run.id === id);
  const [one, other] = [placed[at], placed[at + by]];
  if (one === undefined || other === undefined) return query;
  const slots = [...query.slots];
  slots[one.position] = other.id;
  slots[other.position] = one.id;
  return { ...query, slots, judged: null };
}

/** The first becomes the second; the reference stays at the place that it has. */
export function swapSides(query: ComparisonQuery): ComparisonQuery {
  const [a, b] = placedRuns(query);
  if (a === undefined || b === undefined) return query;
  const swapped = moveRun(query, a.id, 1);
  const reference = query.reference === a.id ? b.id : query.reference === b.id ? a.id : query.reference;
  return { ...swapped, reference };
}

function firstOf(query: Pick<ComparisonQuery, "slots">): { id: string; position: number } | null {
  return placedRuns(query)[0] ?? null;
}

function readSlots(text: string): (string | null)[] {
  const seen = new Set<string>();
  const slots = text
    .split(",", MAX_SLOTS)
    .map((part) => part.trim().toLowerCase().slice(0, 100))
    .map((id) => {
      if (id === "" || seen.has(id) || seen.size >= MAX_RUNS) return null;
      seen.add(id);
      return id;
    });
  return withoutEnd(slots);
}

function withoutEnd(slots: readonly (string | null)[]): (string | null)[] {
  return slots.slice(0, slots.findLastIndex((id) => id !== null) + 1);
}
