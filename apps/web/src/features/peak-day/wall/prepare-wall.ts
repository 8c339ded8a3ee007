import type { PeakDayNow, PeakDayView } from "@headroom/contract";
import {
  clockText,
  DAY_SECONDS,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  SECOND_MILLIS,
  shownBy,
  silenceOf,
  succeeded,
  untilText,
} from "@headroom/core";
import { formatAge, formatFigure, formatMillis } from "@headroom/ui";
import type { FigureCell, FigureTone, Tone } from "@headroom/ui";
import type { PeakDayInput } from "@headroom/ui/charts";
import type { FeedLink } from "../../../feed/use-feed.ts";
import { simulatedName } from "../../shell/simulated-words.ts";
import { dateText, secondText } from "../day-words.ts";
import { isOver, percent, SHARE_KEYS, toneOfShare } from "../figure-cells.ts";
import { peakOfDay } from "../figures-after.ts";
import { figuresOf } from "../prepare-figures.ts";
import { notCountedWords } from "../../shell/not-counted-words.ts";
import { chartOf, leftOutOf, offClockOf, sentenceOf } from "../prepare-peak-day.ts";

export interface WallFigure extends FigureCell {
  tone: FigureTone;
}

/** What people have to know before they read any figure, in letters as large as those of the figures. */
interface WallAlarm {
  title: string;
  text: string;
}

export interface WallModel {
  name: string;
  service: string;
  /** "08:00:05 EST" */
  clock: string;
  state: { tone: Tone; text: string };
  alarm: WallAlarm | null;
  lead: string;
  rest: string;
  /** Why figures are too low; null: they aren't. */
  note: string | null;
  /** What is counted down; null: nothing is ahead. */
  ahead: { label: string; value: string; unit: string; note: string } | null;
  figures: WallFigure[];
}

export interface WallMoment {
  link: FeedLink;
  /** By the server's clock. */
  nowMillis: number;
}

/** The server sends a new view at least every 5 seconds. */
const LATE_MILLIS = 30_000;
const MOST_FIGURES = 6;
/** On the page they are one glance away; from five metres they would only make the others smaller. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "Last hour",
  "Uptime",
  "Busiest label",
  "Day against usual",
  "Week against usual",
  "Usual against earlier",
]);

/** A peak day as it is read from the other end of a room. */
export function prepareWall(view: PeakDayView, moment: WallMoment): WallModel {
  const { peakDay, simulated } = view;
  const { lead, rest } = sentenceOf(withoutSlope(view));
  const alarm = alarmOf(view, moment);
  const isBefore = view.phase === "before";
  return {
    ...(moment.link === "over"
      ? NO_NAMES
      : { name: simulatedName(peakDay.name, simulated), service: peakDay.service.name }),
    clock: secondText(new Date(moment.nowMillis).toISOString(), peakDay, "short"),
    state: stateOf(view, alarm),
    alarm,
    // Before the day, the countdown says when it starts.
    lead: isBefore ? rest : lead,
    rest: isBefore ? "" : rest,
    note: leftOutOf(view) ?? (alarm === null ? lesserNote(view, moment) : null),
    ahead: alarm === null ? aheadOf(view, moment.nowMillis) : null,
    figures: shownOf(figuresOf(view)).map((cell) => toned(cell, view)),
  };
}

function lesserNote(view: PeakDayView, { nowMillis }: WallMoment): string | null {
  const offClock = offClockOf(view, nowMillis);
  return offClock === null ? notCountedWords(view.notCounted) : `${offClock.title} ${offClock.cause}`;
}

/** Nothing of the day stays on the screen of somebody who may no longer see it. */
const NO_NAMES = { name: "", service: "" };

/** What is counted down in large figures isn't said again in words. */
function withoutSlope(view: PeakDayView): PeakDayView {
  return view.latest === null ? view : { ...view, latest: { ...view.latest, slope: null } };
}

function alarmOf(view: PeakDayView, { link, nowMillis }: WallMoment): WallAlarm | null {
  if (link === "over")
    return {
      title: "This screen has ended.",
      text: "You have been signed out, the link has ended, or the peak day was deleted.",
    };
  const isLate = link === "late" || nowMillis - Date.parse(view.now) > LATE_MILLIS;
  if (isLate && view.phase !== "after")
    return {
      title: "Not live.",
      text: `Nothing new since ${secondText(view.now, view.peakDay)}. It catches up on its own.`,
    };
  const silence = silenceOf(view, nowMillis);
  if (silence === null) return null;
  const offClock = offClockOf(view, nowMillis);
  if (offClock !== null) return { title: offClock.title, text: offClock.cause };
  if (silence === Infinity) return { title: "No live traffic.", text: "This service has never sent any." };
  const from =
    view.latest === null
      ? "There are no figures from the last hour."
      : `The figures are from ${clockText(view.latest.at, view.peakDay)}.`;
  return { title: `No data for ${untilText(silence)}.`, text: from };
}

function stateOf(view: PeakDayView, alarm: WallAlarm | null): WallModel["state"] {
  if (alarm !== null) return { tone: "bad", text: "Not live" };
  switch (view.phase) {
    case "before":
      return { tone: "neutral", text: "Not started" };
    case "after":
      return { tone: "neutral", text: "Over" };
    case "during":
      return view.source === "live" ? { tone: "good", text: "Live" } : { tone: "neutral", text: "Imported" };
  }
}

function aheadOf({ phase, peakDay, latest, capacity }: PeakDayView, nowMillis: number): WallModel["ahead"] {
  if (phase === "after") return null;
  const slope = latest?.slope ?? null;
  if (slope !== null) {
    const latestText = slope.latest === null ? "more than 60" : String(Math.ceil(slope.latest));
    return {
      label: `until the ${capacity.proven ? shownBy(capacity) : "proven"} capacity, at this slope`,
      value: slope.minutes < 1 ? "<1" : String(Math.round(slope.minutes)),
      unit: "min",
      note: `${Math.floor(slope.earliest)} to ${latestText} min`,
    };
  }
  if (phase === "before")
    return { label: "until it starts", ...countdown(Date.parse(peakDay.startsAt) - nowMillis), note: "" };
  const untilEvent = Date.parse(peakDay.eventAt) - nowMillis;
  return untilEvent > 0 ? { label: `until ${peakDay.eventName}`, ...countdown(untilEvent), note: "" } : null;
}

/** "3" days, "26:10:05", "9:05". */
export function countdown(millis: number): { value: string; unit: string } {
  const seconds = Math.max(0, Math.ceil(millis / 1_000));
  if (seconds >= 2 * DAY_SECONDS) return { value: String(Math.floor(seconds / DAY_SECONDS)), unit: "days" };
  const [hours, minutes] = [Math.floor(seconds / HOUR_SECONDS), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  const value =
    hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return { value, unit: "" };
}

function shownOf(figures: readonly FigureCell[]): FigureCell[] {
  const times = figures.filter(({ key }) => key.startsWith("Times "));
  return figures
    .filter((cell) => !LEFT_OUT.has(cell.key) && !times.slice(1).includes(cell))
    .slice(0, MOST_FIGURES);
}

function toned(cell: FigureCell, view: PeakDayView): WallFigure {
  const { phase, latest, targets, peakDay } = view;
  const plain = { ...cell, tone: "plain" as const };
  if (SHARE_KEYS.includes(cell.key)) return ofCapacity(plain, view);
  if (phase !== "during" || latest === null) return plain;
  const { p99Ms, p99Range, errorRate } = latest.minute;
  switch (cell.key) {
    case "Last minute":
      return { ...plain, caption: minuteText(latest, peakDay) };
    case "p99": {
      const least = p99Range?.low ?? p99Ms;
      return beside(inSeconds(plain, p99Range ?? { low: p99Ms, high: p99Ms }), {
        value: least,
        target: targets.p99Ms,
        text: (ms) => `${formatMillis(ms)} ms`,
      });
    }
    case "Errors":
      return beside(plain, { value: errorRate, target: targets.errorRate, text: percent });
    default:
      return plain;
  }
}

/** From a second on, milliseconds would be smaller letters than seconds. Rounded outwards, so that the range still holds. */
function inSeconds(cell: WallFigure, { low, high }: { low: number | null; high: number | null }): WallFigure {
  if (low === null || high === null || low < SECOND_MILLIS) return cell;
  const [from, to] = [Math.floor(low / 10) / 100, Math.ceil(high / 10) / 100].map((value) =>
    value.toFixed(2),
  );
  const value = low === high ? (low / SECOND_MILLIS).toFixed(2) : `${from}–${to}`;
  return { ...cell, value, unit: "s" };
}

/** Not everybody sees the colour. */
const CAPACITY_WORDS = { plain: "of", near: "close to", over: "above" } as const;

function ofCapacity(cell: WallFigure, view: PeakDayView): WallFigure {
  const { phase, peakDay, latest, capacity, now, provenAt } = view;
  if (!capacity.proven) return cell;
  const throughput = {
    before: peakDay.expectedPeak,
    during: latest === null ? 0 : succeeded(latest.minute),
    after: peakOfDay(view)?.throughput,
  };
  const share = (throughput[phase] ?? 0) / capacity.throughput;
  const { heldAt = null, run } = capacity;
  const at = heldAt ?? run.ranAt;
  const age = provenAt === null ? formatAge(new Date(at), new Date(now)) : dateText(at, peakDay);
  const tone = toneOfShare(share);
  const caption = `${CAPACITY_WORDS[tone]} ${formatFigure(capacity.throughput)} req/s, ${heldAt === null ? "tested" : "held"} ${age}`;
  return { ...cell, caption, tone };
}

/** The day is on the same screen, so the date is left out. */
function minuteText({ at, minute: { seconds } }: PeakDayNow, peakDay: PeakDayView["peakDay"]): string {
  return seconds < MINUTE_SECONDS ? `only ${seconds} s are known` : `to ${secondText(at, peakDay)}`;
}

interface Promised {
  value: number | null;
  target: number | null;
  text: (value: number) => string;
}

function beside(cell: WallFigure, { value, target, text }: Promised): WallFigure {
  if (value === null || target === null) return cell;
  return isOver(value, target)
    ? { ...cell, caption: `above the target of ${text(target)}`, tone: "over" }
    : { ...cell, caption: `target ${text(target)}` };
}

const EARLIER_DRAWN = 2;
const EVENTS_DRAWN = 2;

/** Throughput over the latest earlier days, under what is proven. */
export function wallChart(view: PeakDayView): PeakDayInput {
  const chart = chartOf(view, []);
  const [event, ...events] = chart.events;
  const ceiling = chart.throughputTargets.filter(({ kind }) => kind === "ceiling");
  return {
    ...chart,
    name: view.phase === "during" && view.source === "live" ? "now" : chart.name,
    earlier: chart.earlier.slice(0, EARLIER_DRAWN),
    throughputTargets: ceiling.length > 0 ? ceiling : chart.throughputTargets,
    usual: chart.earlier.length === 0 ? chart.usual : null,
    events: [...(event === undefined ? [] : [event]), ...events.slice(-EVENTS_DRAWN)],
  };
}
