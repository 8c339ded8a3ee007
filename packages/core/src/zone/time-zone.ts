import { HeadroomError } from "../problem.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../time.ts";

const QUARTER_HOUR = 900;
const OFFSET = /^([+-])(\d\d)(?::?(\d\d))?$/;
const LONG_OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Whether a local time occurs once, twice (daylight saving time ended) or never (it began). */
export type Occurrence = "once" | "twice" | "never";

interface Offset {
  seconds: number;
  /** Of the second time, if it occurs twice. */
  laterSeconds: number;
  occurs: Occurrence;
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The clocks of a place: `Europe/Berlin`, or an offset such as `+02:00`. */
export class TimeZone {
  readonly #offsetAt: (epochSeconds: number) => number;
  /** By the quarter of an hour, which no zone's changes cut. */
  readonly #known = new Map<number, Offset>();
  #lastQuarter = Number.NaN;
  #last: Offset = { seconds: 0, laterSeconds: 0, occurs: "once" };

  /** Throws `zone-unknown`. */
  constructor(name: string) {
    const fixed = OFFSET.exec(name);
    const seconds = fixed === null ? null : secondsOf(fixed);
    this.#offsetAt = seconds === null ? offsetsOf(name) : () => seconds;
  }

  /** What the clocks there show, as if they were in UTC. */
  shownAt(instant: Date): Date {
    return new Date(instant.getTime() + this.#offsetAt(instant.getTime() / 1_000) * 1_000);
  }

  /** When the clocks there show a time, in order: once on most days, never where they jump over it, and twice where they go back. */
  instantsOf(shown: Date): Date[] {
    const { seconds, laterSeconds, occurs } = this.offset(shown.getTime() / 1_000);
    if (occurs === "never") return [];
    const offsets = occurs === "twice" ? [seconds, laterSeconds] : [seconds];
    return offsets.map((offset) => new Date(shown.getTime() - offset * 1_000));
  }

  /** What the clocks there are ahead of UTC when they show this time, given as if it were UTC. */
  offset(localSeconds: number): Offset {
    const quarter = Math.floor(localSeconds / QUARTER_HOUR);
    if (quarter === this.#lastQuarter) return this.#last;
    let offset = this.#known.get(quarter);
    if (offset === undefined) {
      offset = this.#find(quarter * QUARTER_HOUR);
      this.#known.set(quarter, offset);
    }
    this.#lastQuarter = quarter;
    this.#last = offset;
    return offset;
  }

  #find(localSeconds: number): Offset {
    const before = this.#offsetAt(localSeconds - DAY_SECONDS);
    const after = this.#offsetAt(localSeconds + DAY_SECONDS);
    const offset = (seconds: number, occurs: Occurrence) => ({ seconds, laterSeconds: after, occurs });
    if (before === after) return offset(before, "once");
    const isBefore = this.#offsetAt(localSeconds - before) === before;
    const isAfter = this.#offsetAt(localSeconds - after) === after;
    if (isBefore && isAfter) return offset(before, "twice");
    if (!isBefore && !isAfter) return offset(before, "never");
    return offset(isBefore ? before : after, "once");
  }
}

function secondsOf([, sign, hours = "", minutes = "0"]: RegExpExecArray): number | null {
  if (Number(hours) > 18 || Number(minutes) > 59) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_SECONDS + Number(minutes) * 60);
}

function offsetsOf(name: string): (epochSeconds: number) => number {
  const format = formatOf(name);
  return (epochSeconds) => {
    const parts = format.formatToParts(epochSeconds * 1_000);
    const written = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = LONG_OFFSET.exec(written) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_SECONDS + Number(minutes) * 60 + Number(seconds));
  };
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
  } catch (cause) {
    throw new HeadroomError("zone-unknown", `Unknown time zone "${name.slice(0, 100)}".`, {
      field: "zone",
      fieldMessage: "Unknown time zone. Use a name such as Europe/Berlin or an offset such as +02:00.",
      hint: "Use a name such as Europe/Berlin or an offset such as +02:00.",
      cause,
    });
  }
}
