import type { SloAnswer, SloStatus } from "@headroom/contract";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, rateInWords, spentSoFar } from "@headroom/core";
import type { SloWindowUnit } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatCount, formatFigure, formatMillis, formatRange, formatTimesFigure } from "@headroom/ui";

type Promised = Pick<SloAnswer, "objectivePercent" | "latencyMs" | "withoutError">;

interface Range {
  low: number;
  high: number;
}

/** "99.9% of requests within 300 ms and without an error" */
export function objectiveText({ objectivePercent, latencyMs, withoutError }: Promised): string {
  const parts = [
    ...(latencyMs === null ? [] : [`within ${formatMillis(latencyMs)} ms`]),
    ...(withoutError ? ["without an error"] : []),
  ];
  return `${objectivePercent}% of requests ${parts.join(" and ")}`;
}

const PERIODS: Record<SloWindowUnit, string> = {
  week: "this week",
  month: "this month",
  quarter: "this quarter",
};

export function windowText(window: SloAnswer["window"]): string {
  if (window.kind === "rolling") return window.days === 1 ? "the last day" : `the last ${window.days} days`;
  return PERIODS[window.unit];
}

/** "in the last 30 days", "this month" */
function inWindow(window: SloAnswer["window"]): string {
  return window.kind === "rolling" ? `in ${windowText(window)}` : windowText(window);
}

/** Rounded down: 99.96% isn't 100%, and what misses an objective never looks as if it met it. */
export function goodText(percent: number): string {
  return (Math.floor(percent * 10_000 + 1e-6) / 10_000).toLocaleString("en-US", { maximumFractionDigits: 4 });
}

/** Of a budget, rounded down: a little less than nothing isn't nothing. */
export function leftText(percent: number): string {
  return Math.abs(percent) < 10 ? formatFigure(percent) : formatCount(Math.floor(percent + 1e-9));
}

export function rangeText(range: Range, format: (value: number) => string): string {
  const [low, high] = [format(range.low), format(range.high)];
  return low === high ? low : formatRange(low, high);
}

/** The worst burn rule that alerts. */
export function burningOf({ burnRates }: Pick<SloStatus, "burnRates">): "page" | "ticket" | null {
  const alerting = burnRates.filter(({ state }) => state === "alert").map(({ severity }) => severity);
  if (alerting.includes("page")) return "page";
  return alerting.includes("ticket") ? "ticket" : null;
}

/** How fast the budget is being spent, over the shortest of the long stretches; null: no requests in it. */
export function burnNow({ burnRates }: Pick<SloStatus, "burnRates">) {
  const [rule] = burnRates.toSorted((a, b) => a.longSeconds - b.longSeconds);
  if (rule === undefined || rule.long === null) return null;
  const { low, high } = rule.long;
  return {
    high,
    /** "0.22" */
    times: formatRange(formatTimesFigure(low), formatTimesFigure(high)),
    /** "the last hour" */
    over: rule.longSeconds === HOUR_SECONDS ? "the last hour" : `the last ${lengthText(rule.longSeconds)}`,
  };
}

/** What to do about an SLO; null: nothing. */
export function nextStepOf(status: SloStatus): string | null {
  if (burningOf(status) === "page") return "Fix what is failing now";
  if (status.state === "spent")
    return spentSoFar(status) === null ? "Hold risky changes" : "Find what is spending it";
  if (burningOf(status) === "ticket") return "Find what is spending it";
  if (status.state === "unsure") return "Make its requests judgeable";
  return status.state === "no-requests" ? "Check its traffic" : null;
}

export function lengthText(seconds: number): string {
  if (seconds >= DAY_SECONDS && seconds % DAY_SECONDS === 0) return `${seconds / DAY_SECONDS} d`;
  if (seconds >= 2 * HOUR_SECONDS || seconds === HOUR_SECONDS)
    return `${Math.floor(seconds / HOUR_SECONDS)} h`;
  return `${Math.round(seconds / MINUTE_SECONDS)} min`;
}

/** "1x", "3.36x" */
export function alertsAtText(rate: number): string {
  return rate === 1 ? "1x" : `${formatFigure(rate)}x`;
}

/** Why a number of bad requests can be a range, and what to do. */
export function unjudgedText({ latencyMs, withoutError }: Promised): string {
  const errors = "The source doesn't say of all requests whether they failed.";
  const bounds =
    "The time limit lies inside a bucket of latencies. Use one of the bounds of your histogram as the limit.";
  if (latencyMs === null) return errors;
  if (!withoutError) return bounds;
  return `Either the source doesn't say of all requests whether they failed: then judge the time alone. Or the time limit lies inside a bucket of latencies: then use one of the bounds of your histogram.`;
}

/** How an SLO is doing, in a sentence: its state first. */
export function sentenceOf(slo: SloAnswer, status: SloStatus): { lead: string; rest: string } {
  const window = inWindow(slo.window);
  const { leftPercent, requests: allowed } = status.budget;
  if (leftPercent === null || status.goodPercent === null)
    return { lead: `No requests ${window}.`, rest: "There is nothing to judge." };
  const good = rangeText(status.goodPercent, goodText);
  const rest = `${good}% of ${formatCount(status.requests)} requests ${window} were good. The objective is ${slo.objectivePercent}%.`;
  const early = spentSoFar(status);
  if (early !== null) {
    const known = `Only ${lengthText(early.measuredSeconds)} of ${lengthText(early.windowSeconds)} have requests, so what is left of the budget says little yet.`;
    const burning = burningOf(status) === "page" ? "Burning fast, at" : "Burning at";
    return { lead: `${burning} ${rateInWords(early)}.`, rest: `${known} ${rest}` };
  }
  const left = `${rangeText(leftPercent, leftText)}% of the error budget is left`;
  switch (status.state) {
    case "no-requests":
    case "unsure": {
      const bad = rangeText(status.bad, formatCount);
      return {
        lead: "Whether the error budget is spent isn't certain.",
        rest: `${bad} of ${formatCount(status.requests)} requests ${window} were bad, and ${formatFigure(allowed)} may be.`,
      };
    }
    case "spent":
      return { lead: "The error budget is spent.", rest };
    case "kept": {
      const burning = burningOf(status);
      if (burning === null) return { lead: `${left}.`, rest };
      return { lead: `Burning ${burning === "page" ? "fast" : "slowly"}: ${left}.`, rest };
    }
  }
}

/** How several SLOs are doing: the worst first. */
export function sentenceOfAll(slos: readonly { status: SloStatus }[]): { lead: string; rest: string } {
  if (slos.length === 0) return { lead: "No SLOs yet.", rest: "" };
  const count = (are: (status: SloStatus) => boolean) => slos.filter(({ status }) => are(status)).length;
  const isSpent = (status: SloStatus) => status.state === "spent" && spentSoFar(status) === null;
  const spent = count(isSpent);
  const burning = count(
    (status) => !isSpent(status) && (status.state === "spent" || burningOf(status) !== null),
  );
  const unsure = count(({ state }) => state === "unsure");
  const silent = count(({ state }) => state === "no-requests");
  const burns = `${burning === 1 ? "burns" : "burn"} too fast.`;
  const others = [
    ...(unsure > 0 ? [`${formatCount(unsure)} unsure.`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} without requests.`] : []),
  ];
  const of = `of ${plural(slos.length, "error budget")}`;
  if (spent > 0)
    return {
      lead: `${formatCount(spent)} ${of} ${spent === 1 ? "is" : "are"} spent.`,
      rest: [...(burning > 0 ? [`${formatCount(burning)} ${burns}`] : []), ...others].join(" "),
    };
  if (burning > 0) return { lead: `${formatCount(burning)} ${of} ${burns}`, rest: others.join(" ") };
  if (unsure + silent > 0) return { lead: "No error budget is known to be spent.", rest: others.join(" ") };
  return { lead: slos.length === 1 ? "The SLO is met so far." : "All SLOs are met so far.", rest: "" };
}

/** " 2 messages given up." */
export function givenUpText(givenUp: number): string {
  return givenUp === 0 ? "" : ` ${plural(givenUp, "message")} given up.`;
}
