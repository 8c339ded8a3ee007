import { gaugeFigure } from "@headroom/core";
import { joinUnit } from "@headroom/ui";
import type { ComparedGauges } from "@headroom/services";

/** Gauges that never moved in any run, nor from run to run, say nothing about a change. */
export function splitConstant({ gauges, ...rest }: ComparedGauges): {
  moving: ComparedGauges;
  constant: readonly string[];
} {
  const isConstant = ({ runs }: ComparedGauges["gauges"][number]) => {
    const found = runs.filter((run) => run !== null);
    const [first] = found;
    return (
      first !== undefined &&
      found.length === runs.length &&
      found.every(
        ({ lowest, highest }) => lowest.value === first.lowest.value && highest.value === first.lowest.value,
      )
    );
  };
  const constant = gauges.filter(isConstant);
  return {
    moving: {
      ...rest,
      gauges: gauges.filter((gauge) => !isConstant(gauge)),
      total: rest.total - constant.length,
    },
    constant: constant.map(({ name, unit, runs }) => {
      const value = runs[0]?.lowest.value ?? 0;
      return `${name} ${joinUnit(gaugeFigure(value), unit ?? "")}`;
    }),
  };
}
