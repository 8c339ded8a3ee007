import { useMemo } from "react";
import { useSeriesChoice } from "../frame/use-series-choice.ts";
import type { SeriesChoice } from "../frame/use-series-choice.ts";
import type { TimeLine, TimeModel } from "../model/time-model.ts";

interface LineChoice {
  lines: ReadonlyMap<string, readonly TimeLine[]>;
  /** Only where there are runs to choose from. */
  choice: SeriesChoice | undefined;
}

/** The lines of each panel that are drawn. */
export function useLineChoice(model: TimeModel): LineChoice {
  const choosable = model.legend.some(({ position }) => position !== undefined) && model.legend.length > 1;
  const choice = useSeriesChoice(useMemo(() => model.legend.map(({ series }) => series), [model]));
  const { shown } = choice;
  const lines = useMemo(
    () =>
      new Map(
        model.panels.map(({ key, lines: all }) => [
          key,
          choosable ? all.filter(({ series }) => shown.has(series)) : all,
        ]),
      ),
    [model, shown, choosable],
  );
  return { lines, choice: choosable ? choice : undefined };
}
