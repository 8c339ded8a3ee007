import type { ListedSlo } from "@headroom/contract";
import { expect, it } from "vitest";
import { prepareBudget } from "./prepare-budget.ts";

const rule = (longSeconds: number, high: number | null, state = "quiet") => ({
  severity: "page",
  longSeconds,
  long: high === null ? null : { low: high, high, measuredSeconds: longSeconds },
  state,
});
const slo = (id: string, burnRates: object[], more: object = {}): ListedSlo =>
  ({
    id,
    name: `SLO ${id}`,
    service: { slug: "shop", name: "Shop" },
    window: { kind: "rolling", days: 30 },
    status: { state: "kept", burnRates, ...more },
  }) as unknown as ListedSlo;

it("leads with the burn of the last hour, not with what is left", () => {
  expect(prepareBudget([slo("a", [rule(21_600, 3), rule(3_600, 0.22)])])).toEqual({
    label: "Error budget, 30 days",
    burn: "0.22",
    state: "met",
    caption: "burn in the last hour, 1x is allowed",
    href: "/services/shop/slos/a",
  });
});

it("is of the SLO that burns fastest, and bad once one alerts or is spent", () => {
  const fast = slo("b", [rule(3_600, 14, "alert")]);
  expect(prepareBudget([slo("a", [rule(3_600, 0.2)]), fast])).toMatchObject({
    burn: "14.0",
    state: "missed",
    caption: "burn in the last hour, 1x is allowed, SLO b",
  });
  expect(prepareBudget([slo("a", [rule(3_600, 0.2)], { state: "spent" })])?.state).toBe("missed");
  expect(prepareBudget([slo("a", [rule(3_600, 0.2)], { state: "unsure" })])?.state).toBe("unsure");
});

it("is nothing without requests or without an SLO", () => {
  expect(prepareBudget([slo("a", [rule(3_600, null)])])).toBeNull();
  expect(prepareBudget([])).toBeNull();
});
