import type { ListedSlo } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { burnNow } from "../slo/slo-words.ts";

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
    const now = burnNow(slo.status);
    return now === null ? [] : [{ slo, now }];
  });
  const [worst] = known.toSorted((a, b) => b.now.high - a.now.high);
  if (worst === undefined) return null;
  const { slo, now } = worst;
  const others = slos.length > 1 ? `, ${slo.name}` : "";
  return {
    label: `Error budget, ${windowWords(slo.window)}`,
    burn: now.times,
    state: stateOf(slo),
    caption: `burn in ${now.over}, 1x is allowed${others}`,
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
