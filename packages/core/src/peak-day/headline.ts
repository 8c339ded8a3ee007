import { formatFigure, formatPercent } from "../format/number.ts";
import { clockText, untilText } from "./clock-text.ts";
import { shownBy, whatTestsShow } from "./shown-by.ts";
import { succeeded } from "./running-day.ts";
import type { RunningDay } from "./running-day.ts";
import { worstFacts } from "./worst-facts.ts";

export interface Headline {
  lead: string;
  rest: string;
}

/** Without anything for so long, a source isn't just between two readings: nothing was reported. */
export const SILENT_SECONDS = 120;

/** For how long nothing has arrived that should, in seconds; null: that isn't so. Infinity: nothing ever has. */
export function silenceOf({ phase, source, latest, heardAt }: RunningDay, nowMillis: number): number | null {
  if (phase !== "during" || source !== "live") return null;
  const last = latest?.at ?? heardAt;
  if (last === null) return Infinity;
  const seconds = (nowMillis - Date.parse(last)) / 1_000;
  return seconds >= SILENT_SECONDS ? seconds : null;
}

/** Sources send every minute or so: after a longer time without a wrong time, it was put right. */
const OFF_CLOCK_MILLIS = 300_000;

/** What arrives now has wrong times. */
export function isOffClock(offClock: RunningDay["offClock"], nowMillis: number): boolean {
  return offClock !== null && nowMillis - Date.parse(offClock.at) <= OFF_CLOCK_MILLIS;
}

/** While it runs: that nothing arrives, or else the worst that holds, then the load. */
export function runningHeadline(day: RunningDay): Headline {
  return silentHeadline(day) ?? headlineOfFigures(day);
}

/** What to say instead of old figures. Null if data still arrives, even with wrong times, or if there are no figures. */
function silentHeadline(day: RunningDay): Headline | null {
  const nowMillis = Date.parse(day.now);
  const silence = isOffClock(day.offClock, nowMillis) ? null : silenceOf(day, nowMillis);
  if (silence === null || day.latest === null) return null;
  const { at, minute } = day.latest;
  const then = `${clockText(at, day.peakDay)}: ${formatFigure(minute.throughput)} req/s`;
  return { lead: `No data for ${untilText(silence)}.`, rest: `The newest figures are from ${then}.` };
}

/** The worst that holds, then the load. */
export function headlineOfFigures(day: RunningDay): Headline {
  const { latest, capacity, source } = day;
  if (source !== "live") return { lead: "Running.", rest: "It shows what was imported, not live traffic." };
  if (latest === null) return headlineOfNothing(day);
  const [worst, ...others] = worstFacts(day);
  const { lead, rest } = loadOf(latest, capacity);
  if (worst === undefined) return { lead, rest: `${rest}${slopeText(latest.slope, capacity)}` };
  const besides = others.map(({ words }) => words);
  // Above what tests have shown, the share says the same.
  const load = [worst, ...others].some(({ kind }) => kind === "load")
    ? shownText(capacity)
    : `${lead} ${rest}`;
  return { lead: worst.words, rest: [...besides, load].join(" ") };
}

type Latest = NonNullable<RunningDay["latest"]>;

/** How much of what is proven it is, by the requests that succeed: failed ones aren't what a test has proven. */
function loadOf({ minute }: Latest, capacity: RunningDay["capacity"]): Headline {
  const { throughput } = minute;
  const now = `${formatFigure(throughput)} req/s`;
  if (!capacity.proven)
    return { lead: `${now} in the last minute.`, rest: "What the service holds is not proven." };
  const good = succeeded(minute);
  const known = formatFigure(good);
  const lead = `${formatPercent(good / capacity.throughput)} of ${whatTestsShow(capacity)}.`;
  const rest = `${now} in the last minute`;
  if (known === formatFigure(throughput)) return { lead, rest: `${rest}.` };
  return { lead, rest: `${rest}, of which ${good === 0 ? "none" : known} succeeded.` };
}

function shownText(capacity: RunningDay["capacity"]): string {
  return capacity.proven ? `${formatFigure(capacity.throughput)} req/s were ${shownBy(capacity)}.` : "";
}

/** Nothing is known of the last hour: it hasn't begun, or it arrives late, or it has stopped. */
function headlineOfNothing({ points, peakDay, now, heardAt }: RunningDay): Headline {
  const last = points.at(-1);
  if (last === undefined)
    return {
      lead: "Running.",
      rest: `No live traffic has arrived for it yet.${eventText({ peakDay, now })}`,
    };
  const newest = clockText(last.at, peakDay);
  const isHeard = heardAt !== null && Date.parse(now) - Date.parse(heardAt) < SILENT_SECONDS * 1_000;
  return isHeard
    ? { lead: "Catching up.", rest: `Traffic of ${newest} is arriving.` }
    : { lead: "No data from the last hour.", rest: `The newest is from ${newest}.` };
}

/** When people expect it to begin; nothing if that is over. */
function eventText({ peakDay, now }: Pick<RunningDay, "peakDay" | "now">): string {
  const { eventName, eventAt } = peakDay;
  if (eventName === undefined || eventAt === undefined || eventAt <= now) return "";
  const until = untilText((Date.parse(eventAt) - Date.parse(now)) / 1_000);
  return ` ${eventName.charAt(0).toUpperCase()}${eventName.slice(1)}: ${clockText(eventAt, peakDay)}, in ${until}.`;
}

function slopeText(slope: Latest["slope"], capacity: RunningDay["capacity"]): string {
  if (slope === null || !capacity.proven) return "";
  const { minutes, earliest, latest } = slope;
  const range = `${Math.floor(earliest)} to ${latest === null ? "more than 60" : Math.ceil(latest)}`;
  return ` At this slope, the ${shownBy(capacity)} capacity is reached in ${Math.round(minutes)} min (${range}).`;
}
