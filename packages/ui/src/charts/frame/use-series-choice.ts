import { useCallback, useMemo, useState } from "react";

/** More lines than these in one chart are a tangle. */
export const MAX_LINES = 8;

export interface SeriesChoice {
  shown: ReadonlySet<string>;
  /** No more can be shown until one is hidden. */
  full: boolean;
  onToggle: (series: string) => void;
}

/** Which series are drawn: the first eight, until someone chooses in the legend. */
export function useSeriesChoice(series: readonly string[]): SeriesChoice {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const shown = useMemo(() => {
    const left = chosen === null ? [] : series.filter((one) => chosen.has(one));
    return new Set((left.length > 0 ? left : series).slice(0, MAX_LINES));
  }, [chosen, series]);
  const onToggle = useCallback(
    (one: string) => {
      const next = new Set(shown);
      if (!next.delete(one)) next.add(one);
      setChosen(next);
    },
    [shown],
  );
  return { shown, full: shown.size >= MAX_LINES, onToggle };
}
