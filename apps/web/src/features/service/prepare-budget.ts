import type { ListedSlo } from "@headroom/contract";
import { HOUR_SECONDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatRange, formatTimesFigure } from "@headroom/ui";

/** The error budget of a service: the SLO that burns fastest. */
export interface BudgetModel {
  /** "Error budget, 30 days" */
  label: string;
  /** "0.22": how fast it burns, of the allowed rate. */
  burn: string;
  state: "met" | "missed" | "unsure";
  caption: string;
  href: string;
}

/** Null: there is no SLO, or nothing is known of any. */
export function prepareBudget(slos: readonly ListedSlo[]): BudgetModel | null {
  const known = slos.flatMap((slo) => {
    const rule = slo.status.burnRates.toSorted((a, b) => a.longSeconds - b.longSeconds)[0];
    return rule?.long == null ? [] : [{ slo, rule, rate: rule.long }];
  });
  const [worst] = known.toSorted((a, b) => b.rate.high - a.rate.high);
  if (worst === undefined) return null;
  const { slo, rule, rate } = worst;
  const others = slos.length > 1 ? `, ${slo.name}` : "";
  return {
    label: `Error budget, ${windowWords(slo.window)}`,
    burn: formatRange(formatTimesFigure(rate.low), formatTimesFigure(rate.high)),
    state: stateOf(slo),
    caption: `burn in the last ${lengthWords(rule.longSeconds)}, 1x is allowed${others}`,
    href: `/services/${encodeURIComponent(slo.service.slug)}/slos/${slo.id}`,
  };
}

function stateOf({ status: { state, burnRates } }: ListedSlo): BudgetModel["state"] {
  if (state === "spent" || burnRates.some((one) => one.state === "alert")) return "missed";
  return state === "kept" ? "met" : "unsure";
}

function windowWords(window: ListedSlo["window"]): string {
  return window.kind === "rolling" ? plural(window.days, "day") : `this ${window.unit}`;
}

function lengthWords(seconds: number): string {
  return seconds === HOUR_SECONDS ? "hour" : `${Math.round(seconds / HOUR_SECONDS)} hours`;
}
