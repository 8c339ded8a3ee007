"use client";

import { useMemo } from "react";
import { prepareBudget, TimeCharts } from "@headroom/ui/charts";
import type { BudgetInput } from "@headroom/ui/charts";

/** How the budget of a window went down. */
export function BudgetDrawing({ input }: { input: BudgetInput }) {
  const model = useMemo(() => prepareBudget(input), [input]);
  const isRange = input.points.some(({ low, high }) => low !== high);
  return (
    <>
      <TimeCharts model={model} fileName="error-budget" title="Error budget" of="window" />
      <p className="mt-2 min-h-4 text-12 text-ink-3">
        The budget of all requests of the window so far, and what was left of it. {model.pointText} Times are
        those of {input.clock.timeZone}.{isRange ? " The band is what isn't certain." : ""}
        {model.gaps.length > 0 ? " Hatched: no requests." : ""}
      </p>
    </>
  );
}
