import { UNSURE_DAYS, UNSURE_REASON_WORDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { UnsureRuns } from "@headroom/services";
import { formatPercent } from "@headroom/ui";
import { prepareNext } from "./prepare-next.ts";
import type { NextModel } from "./prepare-next.ts";

export interface UnsureRow {
  reason: string;
  count: string;
  /** Of the unsure runs. */
  share: string;
  latest: { href: string; text: string; service: string; at: string };
  next: NextModel | null;
}

export interface UnsureModel {
  lead: string;
  rest: string;
  rows: readonly UnsureRow[];
}

export function prepareUnsure({ groups, unsure, judged }: UnsureRuns): UnsureModel {
  return {
    lead: unsure === 0 ? "No unsure runs." : `${plural(unsure, "unsure run")}.`,
    rest: `${plural(judged, "run")} judged in the last ${UNSURE_DAYS} days.`,
    rows: groups.map(({ reason, count, latest, next }) => ({
      reason: UNSURE_REASON_WORDS[reason],
      count: plural(count, "run"),
      share: formatPercent(count / unsure),
      latest: {
        href: `/runs/${latest.id}`,
        text: `${latest.experiment.name}, run ${latest.number}`,
        service: latest.service.name,
        at: latest.publishedAt.toISOString(),
      },
      next: prepareNext(next, { runId: latest.id, experiment: latest.experiment, service: latest.service }),
    })),
  };
}
