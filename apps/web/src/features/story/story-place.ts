import { sheetAnchor } from "@headroom/ui";
import type { StoryLink } from "@headroom/demo/stories";

/** What a workspace has of a story. */
export interface StoryPlace {
  /** Runs newest first. */
  experiments: readonly { id: string; name: string; runIds: readonly string[] }[];
  /** Latest first. */
  peakDays: readonly { id: string; service: { name: string } }[];
}

/** The address of the page that a step is about; null: somebody has deleted what it shows. */
export function addressOf(to: StoryLink, place: StoryPlace): string | null {
  const page = pageOf(to, place);
  const spot = to.spot ?? ("tab" in to && to.tab !== undefined ? TABS : null);
  return page === null || spot === null ? page : `${page}#${sheetAnchor(spot)}`;
}

/** The sheet with the tabs of a run. */
const TABS = "Tables";

function pageOf(to: StoryLink, place: StoryPlace): string | null {
  if (to.kind === "address") return to.href;
  if (to.kind === "peak-day" || to.kind === "readiness") {
    const day = place.peakDays.find(({ service }) => service.name === to.service);
    if (day === undefined) return null;
    return to.kind === "readiness" ? `/peak-days/${day.id}/readiness` : `/peak-days/${day.id}`;
  }
  const experiment = place.experiments.find(({ name }) => name === to.experiment);
  return experiment === undefined ? null : ofExperiment(to, experiment);
}

const MAX_COMPARED = 20;

function ofExperiment(
  to: Extract<StoryLink, { experiment: string }>,
  { id, runIds }: StoryPlace["experiments"][number],
): string | null {
  if (to.kind === "experiment") return `/experiments/${id}`;
  if (to.kind === "comparison") {
    const runs = runIds.toReversed().slice(0, MAX_COMPARED);
    return runs.length < 2 ? null : `/comparisons?runs=${runs.join(",")}`;
  }
  const run = runIds.at(to.kind === "first-run" ? -1 : 0);
  if (run === undefined) return null;
  return `/runs/${run}${to.tab === undefined ? "" : `?tab=${to.tab}`}`;
}
