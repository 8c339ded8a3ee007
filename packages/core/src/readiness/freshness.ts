import { plural } from "../format/plural.ts";
import { PROOF_FRESH_SHARE } from "../policy.ts";
import { DAY_MILLIS } from "../time.ts";

/** For how long a proof counts. */
export interface FreshnessPolicy {
  proofDays: number;
  /** Null: deploys don't matter. */
  proofDeploys: number | null;
}

export interface Freshness {
  /** Ageing: it still counts, but not for long, or much has been deployed since. Outdated: it no longer counts. */
  state: "fresh" | "ageing" | "outdated";
  days: number;
  /** Since the run; null: the service doesn't report its deploys. */
  deploys: number | null;
  /** More than the policy allows. */
  tooManyDeploys: boolean;
  /** When it no longer counts. */
  endsAt: Date;
}

/** A proof counts for the policy's days. It is fresh for two thirds of them, unless too much has been deployed since. */
export function freshnessOf(
  { ranAt, deploys }: { ranAt: Date; deploys: number | null },
  { proofDays, proofDeploys }: FreshnessPolicy,
  now: Date,
): Freshness {
  const age = Math.max(0, now.getTime() - ranAt.getTime());
  const endsAt = new Date(ranAt.getTime() + proofDays * DAY_MILLIS);
  const tooManyDeploys = deploys !== null && proofDeploys !== null && deploys > proofDeploys;
  const isAgeing = age >= proofDays * DAY_MILLIS * PROOF_FRESH_SHARE || tooManyDeploys;
  return {
    state: ranAt <= newestOutdated({ proofDays }, now) ? "outdated" : isAgeing ? "ageing" : "fresh",
    days: Math.floor(age / DAY_MILLIS),
    deploys,
    tooManyDeploys,
    endsAt,
  };
}

/** Runs from this moment or before it no longer count. */
export function newestOutdated({ proofDays }: Pick<FreshnessPolicy, "proofDays">, now: Date): Date {
  return new Date(now.getTime() - proofDays * DAY_MILLIS);
}

/** "41 days and 37 deploys ago" */
export function agoInWords({ days, deploys }: Pick<Freshness, "days" | "deploys">): string {
  const parts = [days === 0 && deploys !== null && deploys > 0 ? null : plural(days, "day")];
  if (deploys !== null && deploys > 0) parts.push(plural(deploys, "deploy"));
  const known = parts.filter((part) => part !== null);
  return days === 0 && known.length === 1 && known[0] === "0 days" ? "today" : `${known.join(" and ")} ago`;
}
