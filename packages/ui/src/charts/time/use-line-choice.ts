import { useCallback, useMemo, useState } from "react";
import type { TimeLine, TimeModel } from "../model/time-model.ts";

/** More lines than these in one chart are a tangle. */
const MOST_LINES = 8;

interface LineChoice {
  lines: ReadonlyMap<string, readonly TimeLine[]>;
  /** Only where there are runs to choose from. */
  choice: { shown: ReadonlySet<string>; full: boolean; onToggle: (series: string) => void } | undefined;
}

/** The series that are drawn: the first eight, until someone chooses by the legend. */
export function useLineChoice(model: TimeModel): LineChoice {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const choosable = model.legend.some(({ position }) => position !== undefined) && model.legend.length > 1;
  const shown = useMemo(
    () => chosen ?? new Set(model.legend.slice(0, MOST_LINES).map(({ series }) => series)),
    [chosen, model],
  );
  const lines = useMemo(
    () =>
      new Map(
        model.panels.map(({ key, lines: all }) => [
          key,
          choosable ? all.filter(({ series }) => shown.has(series)).slice(0, MOST_LINES) : all,
        ]),
      ),
    [model, shown, choosable],
  );
  const onToggle = useCallback(
    (series: string) => {
      const next = new Set(shown);
      if (!next.delete(series)) next.add(series);
      setChosen(next);
    },
    [shown],
  );
  return {
    lines,
    choice: choosable ? { shown, full: shown.size >= MOST_LINES, onToggle } : undefined,
  };
}
