import type { ExperimentProof } from "../capacity/tested-capacity.ts";
import { plural } from "../format/plural.ts";
import { agoInWords, freshnessOf } from "./freshness.ts";
import type { FreshnessPolicy } from "./freshness.ts";

/** What counts of a proof by now: an outdated one is as if the experiment had never been run. */
export function countingProof(
  proof: ExperimentProof,
  policy: Pick<FreshnessPolicy, "proofDays">,
  now: Date,
): ExperimentProof {
  if (proof.state === "unproven") return proof;
  const { experiment, run } = proof;
  const age = { ranAt: run.ranAt, deploys: null };
  const freshness = freshnessOf(age, { ...policy, proofDeploys: null }, now);
  if (freshness.state !== "outdated") return proof;
  const showed = proof.state === "proven" ? "proved" : "measured";
  const detail = `Run ${run.number} ${showed} it ${agoInWords(freshness)}. A proof counts for ${plural(policy.proofDays, "day")}.`;
  return { state: "unproven", experiment, gap: "outdated", detail };
}
