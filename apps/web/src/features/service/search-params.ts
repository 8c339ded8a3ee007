import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
/** How far back a range goes that ends now. */
export const PRESETS = [
  { value: "15m", label: "15 min", words: "15 minutes", seconds: 900 },
  { value: "1h", label: "1 h", words: "hour", seconds: 3_600 },
  { value: "6h", label: "6 h", words: "6 hours", seconds: 21_600 },
  { value: "24h", label: "24 h", words: "24 hours", seconds: 86_400 },
  { value: "7d", label: "7 d", words: "7 days", seconds: 604_800 },
  { value: "30d", label: "30 d", words: "30 days", seconds: 2_592_000 },
] as const;
export type Preset = (typeof PRESETS)[number];

/** A stretch of a service's live traffic. The address holds all of it. */
export interface TrafficView {
  range: Preset | { from: string; to: string };
  /** Null: all requests. */
  label: string | null;
}

const FIRST: Preset = PRESETS[0];
const LABEL_LETTERS = 500;

type Search = Record<string, string | string[] | undefined>;

/** Unreadable parameters are ignored. */
export function readTrafficView(search: Search): TrafficView {
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const [from, to] = [Date.parse(text("from")), Date.parse(text("to"))];
  const isFixed = from < to && Math.abs(from) < MAX_MILLIS && Math.abs(to) < MAX_MILLIS;
  return {
    range: isFixed
      ? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      : (PRESETS.find(({ value }) => value === text("last")) ?? FIRST),
    label: text("label").slice(0, LABEL_LETTERS) || null,
  };
}

/** The year 9999, past which ISO dates have another form. */
const MAX_MILLIS = 253_402_300_799_000;

export function trafficAddress(slug: string, { range, label }: TrafficView): string {
  const parameters = new URLSearchParams();
  if ("from" in range) {
    parameters.set("from", range.from);
    parameters.set("to", range.to);
  } else if (range.value !== FIRST.value) parameters.set("last", range.value);
  if (label !== null) parameters.set("label", label);
  const search = parameters.toString();
  return `/services/${encodeURIComponent(slug)}${search === "" ? "" : `?${search}`}`;
}

/** The moments between which a view is, when it is now. */
export function spanOf({ range }: TrafficView, now: Date): { from: string; to: string } {
  if ("from" in range) return range;
  const end = Math.floor(now.getTime() / 1_000) * 1_000;
  return { from: new Date(end - range.seconds * 1_000).toISOString(), to: new Date(end).toISOString() };
}

/** Where a view is followed as it changes; null: it has ended. */
export function trafficFeed(slug: string, view: TrafficView): string | null {
  return "from" in view.range ? null : `/api/feed${trafficAddress(slug, view)}`;
}

/** The least seconds between two reads of a view that ends now: long ranges change slowly. */
export function readSeconds({ seconds }: Preset): number {
  if (seconds <= HOUR_SECONDS) return 1;
  return seconds <= DAY_SECONDS ? 20 : 60;
}
