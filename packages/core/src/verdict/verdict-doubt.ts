import { formatLength } from "../format/duration.ts";
import type { Cell } from "../cell/cell.ts";
import { MIN_ACHIEVED_SHARE, MIN_REQUESTS_BEYOND, MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Statistic } from "../targets/read-metric.ts";
import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { missedWhateverTheLoad } from "./decisive-miss.ts";
import { heldLoadText } from "./held-load.ts";
import type { HeldLoad } from "./held-load.ts";
import { rangeInDoubt, timesToSettle } from "./decide.ts";
import type { Decision } from "./decide.ts";
import type { DoubtCode, FigureInput, JudgeInput, Side, TargetDoubt } from "./judged.ts";
import { withoutNoise } from "./measure.ts";
import { stallDoubt } from "./stall-doubt.ts";
import { figureText, requestsText, toUnit } from "./verdict-unit.ts";

interface Doubted extends FigureInput {
  /** With chance taken into account, unless the target leaves it aside. */
  side: Side;
  measuredSide: Side;
  decision: Decision;
}

/**
 * Why a figure does not settle its target, or null when it does:
 * - a ramp says up to which load a target without a load condition held, unless it is missed whatever the load;
 * - the label is kept too coarsely to tell its figures of the judged window;
 * - the threshold lies inside the figure's error bound;
 * - the true figure may be on the other side, by chance, or much further there: see `decide`;
 * - fewer than ten requests lie beyond a percentile that the tool quotes; or fewer than thirty were seen of a mean or an
 *   extreme, unless one request alone settles it;
 * - the load was not offered: less than 95% of the expected requests completed, or the generator is known to have held
 *   back, and a latency or error target looks met; or the generator held back and a throughput target looks missed;
 * - a throughput of live traffic looks too low, or looks met only because some of it wasn't reported;
 * - latencies look met, but with the requests that a stall held back they would not be.
 */
export function doubtOf(target: Target, judged: Doubted): SaidDoubt | null {
  const { input, measured, side, measuredSide } = judged;
  if (input.ramp !== null && target.users === null && !missedWhateverTheLoad(target, side, judged))
    return rampDoubt(target, input.ramp, input);
  if (measured.doubt !== undefined) return said("part", measured.doubt);
  if (measuredSide === "unsure") return withinBound(measured);
  if (side === "unsure") return byChance(target, judged);
  const stall = side === "met" ? stallDoubt(target, judged) : null;
  const few = tooFew(target, side, judged);
  if (few !== null) return said("few", few);
  return loadMissing(target, side, input) ?? (stall === null ? null : said("stall", stall));
}

function withinBound(measured: FigureInput["measured"]): SaidDoubt {
  return isLowerBound(measured)
    ? said(
        "unmeasured",
        "The source doesn't report every failed request, so the true error rate may be higher.",
      )
    : said(
        "bound",
        "The target is within the error bound of this figure. A result further from the target would settle it.",
      );
}

interface SaidDoubt {
  fields: TargetDoubt;
  words: string;
}

export function doubt(code: DoubtCode, settles: Partial<TargetDoubt> = {}): TargetDoubt {
  return { requests: null, seconds: null, ...settles, code };
}

function said(code: DoubtCode, words: string, settles: Partial<TargetDoubt> = {}): SaidDoubt {
  return { fields: doubt(code, settles), words };
}

/** A ramp shows up to which load a target held, but not for which load it was meant. */
function rampDoubt(target: Target, ramp: string, input: JudgeInput): SaidDoubt {
  const held = input.heldLoad?.(formatTarget(target)) ?? null;
  if (held === null || held.heldTo === null)
    return said(
      "ramp",
      `The run has no steady phase (${ramp}). Give the target a load, for example “at 600 users”.`,
    );
  const example = held.of === "users" ? ` Give it one, for example “at ${exampleOf(held)} users”.` : "";
  return said("no-load", `${heldLoadText(held)} The target doesn't say which load it is for.${example}`);
}

/** A load that the run has an answer for, in two digits. */
function exampleOf({ heldTo }: HeldLoad): number {
  return Math.max(1, Number((heldTo ?? 1).toPrecision(heldTo !== null && heldTo < 10 ? 1 : 2)));
}

function byChance(target: Target, { decision, measuredSide, measured, input }: Doubted): SaidDoubt {
  const { range, confidence } = rangeInDoubt(decision, input.confidence);
  const sure = `${toUnit(Number((confidence * 100).toPrecision(6)), "%")} confidence`;
  const requests = Math.max(1, measured.cell?.requests ?? 1);
  const times = timesToSettle(decision, input.confidence, requests);
  const settle = whatSettles(target, times, measured);
  const needed = times === null ? doubt("too-close") : doubt("chance", neededFor(times, target, measured));
  const end = isCeiling(target.comparator) === (measuredSide === "met") ? "high" : "low";
  const counted = decision.noise?.(confidence, 1).counted?.[end] ?? requests;
  const fewer = fewerText(target, { requests, counted });
  if (!Number.isFinite(range[end])) {
    const many = fewer === null ? requestsText(requests) : `${fewer}, which`;
    return { fields: needed, words: `Too few requests: ${many} can't show it with ${sure}. ${settle}` };
  }
  const figure = { value: Math.max(0, range[end]), low: 0, high: 0, unit: measured.unit };
  const because = fewer === null ? "" : `, because ${fewer}`;
  const words = `By chance, the true figure may be as ${end} as ${figureText(target, figure)} (${sure})${because}. ${settle}`;
  return { fields: needed, words };
}

/** Less than this is not worth a word. */
const NOTABLY_FEWER = 0.8;

/** Requests that depend on each other count as fewer. */
function fewerText(
  { metric }: Target,
  { requests, counted }: { requests: number; counted: number },
): string | null {
  if (counted >= NOTABLY_FEWER * requests) return null;
  const together = metricRow(metric).ofErrors ? "errors" : "slow requests";
  const about = toUnit(Number(Math.max(1, counted).toPrecision(2)));
  return `${together} came together, so that ${requestsText(requests)} count as about ${about}`;
}

/** A rate of which only a part of the failed requests is known. */
function isLowerBound({ value, high }: FigureInput["measured"]): boolean {
  return value !== null && !Number.isFinite(high);
}

/** A throughput is settled by time, everything else by requests. */
function whatSettles(target: Target, times: number | null, measured: FigureInput["measured"]): string {
  if (times === null) return "It is too close to the target for a run of reasonable length to settle it.";
  const { requests, seconds } = neededFor(times, target, measured);
  const needed = formatLength(seconds);
  if (requests === null) return `A run of about ${needed} like this one would settle it.`;
  return `About ${requestsText(requests)} (${needed} at this rate) would settle it.`;
}

function neededFor(times: number, { metric }: Target, { cell, seconds }: FigureInput["measured"]) {
  const { quantity } = metricRow(metric);
  const byTime = quantity === "requests" || quantity === "items";
  return {
    requests: byTime ? null : roundedUp((cell?.requests ?? 0) * times),
    seconds: roundedUp(seconds * times),
  };
}

/** To two digits. */
function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / step) * step;
}

function tooFew(target: Target, side: "met" | "missed", { measured, decision }: Doubted): string | null {
  const { cell } = measured;
  if (cell === null || target.asMeasured) return null;
  const { metric } = target;
  switch (metric.kind) {
    case "percentile":
      return decision.noise === null ? tooFewBeyond(metric.percent, cell) : null;
    case "latency":
      return tooFewSeen(target, metric.statistic, side, cell);
    case "throughput":
    case "items":
    case "error-rate":
    case "achieved":
    case "gauge":
      return null;
  }
}

/** A request above a ceiling of the maximum is a miss for good, however many follow; the minimum likewise. */
function tooFewSeen(
  target: Target,
  statistic: Statistic,
  side: "met" | "missed",
  { requests }: Cell,
): string | null {
  if (requests >= MIN_REQUESTS_FOR_MEAN) return null;
  const settledBy = isCeiling(target.comparator)
    ? { max: "missed", min: "met" }
    : { max: "met", min: "missed" };
  if (statistic !== "mean" && settledBy[statistic] === side) return null;
  return `Too few requests: ${NEEDS[statistic]} needs at least ${MIN_REQUESTS_FOR_MEAN}, and the window has ${toUnit(requests)}. A longer run would settle it.`;
}

const NEEDS: Record<Statistic, string> = { mean: "a mean", min: "a minimum", max: "a maximum" };

/** What a tool quotes is taken as quoted, but not if a handful of requests made it. */
function tooFewBeyond(percent: number, { requests, distribution }: Cell): string | null {
  const share = 1 - percent / 100;
  if (requests === 0 && distribution.kind === "quoted")
    return "The source doesn't report how many requests there were, so this may be chance.";
  const beyond = Math.floor(requests * share + 1e-9);
  if (beyond >= MIN_REQUESTS_BEYOND || share <= 0) return null;
  return `Too few requests: only ${toUnit(beyond)} of ${toUnit(requests)} ${beyond === 1 ? "is" : "are"} beyond p${percent}, so this may be chance. A longer run would settle it.`;
}

/** A throughput that is too low because users asked for no more, or because it wasn't reported all the time. */
function sentByUsers(
  { comparator }: Target,
  side: "met" | "missed",
  { silent }: { silent: boolean },
): SaidDoubt | null {
  if (side === "missed" && !isCeiling(comparator))
    return said(
      "load",
      "Users sent this load, so the service may never have been asked for more. A load test would settle it.",
    );
  return side === "met" && isCeiling(comparator) && silent
    ? said(
        "unmeasured",
        "The service reported nothing for part of the time, so its throughput may have been higher.",
      )
    : null;
}

/** To a tenth, rounded down: a share that is too small must not read as large enough. */
function shortOfWhole(percent: number): number {
  return Math.floor(withoutNoise(percent * 10)) / 10;
}

function loadMissing(target: Target, side: "met" | "missed", input: JudgeInput): SaidDoubt | null {
  if (target.users !== null) return null;
  const byLoad = metricRow(target.metric).needsLoad;
  if (byLoad === "good figures") {
    const words = side === "met" ? looksTooGood(input) : null;
    return words === null ? null : said("load", words);
  }
  return byLoad === "bad figures" ? looksTooLow(target, side, input) : null;
}

function looksTooGood({ loadOffered, achieved }: JudgeInput): string | null {
  if (loadOffered === false)
    return "The generator didn't offer the full load, so this may look better than it is. A run at full load would settle it.";
  return achieved !== null && withoutNoise(achieved) < MIN_ACHIEVED_SHARE
    ? `Only ${toUnit(shortOfWhole(achieved * 100), "%")} of the expected requests completed, so the load was too low to tell. A run at full load would settle it.`
    : null;
}

function looksTooLow(
  target: Target,
  side: "met" | "missed",
  { loadOffered, liveTraffic }: JudgeInput,
): SaidDoubt | null {
  if (liveTraffic) return sentByUsers(target, side, liveTraffic);
  return side === "missed" && loadOffered === false && !isCeiling(target.comparator)
    ? said(
        "load",
        "The generator didn't offer the full load, so the service was never asked for more. A run at full load would settle it.",
      )
    : null;
}
