import { HOUR_SECONDS, TimeZone } from "@headroom/core";
import type { Occurrence } from "@headroom/core";
import type { Warnings } from "../findings.ts";
import { midnightSeconds, secondsOfDay } from "./calendar.ts";

const ZERO = 48;

/**
 * Reads dates as load tools write them, byte by byte: year first or (two- or four-digit) year last, split by `-`, `/`
 * or `.`, `T` or a space before the time, seconds with up to nine digits behind `.` or `,`, then `Z`, `+hh:mm`,
 * `+hhmm`, `+hh` or nothing. Seconds can be missing where they may be, as spreadsheets write them.
 */
export class DateReader {
  /** Whether the last date named its zone; if not, it was read in the zone that was given, or as UTC. */
  hasZone = false;
  #occurs: Occurrence = "once";
  /** When the last date was: of a time that occurs twice, the one closer to it is meant. */
  #lastSeconds = Number.NaN;
  readonly #zone: TimeZone | null;
  readonly #needsSeconds: boolean;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;

  /** `zone` is for dates that name none. */
  constructor(zone?: string, { needsSeconds = true } = {}) {
    this.#zone = zone === undefined ? null : new TimeZone(zone);
    this.#needsSeconds = needsSeconds;
  }

  /** Says what was assumed about the last date, if it named no zone. */
  warn(warnings: Warnings, line: number | null): void {
    if (this.hasZone) return;
    if (this.#zone === null) {
      warnings.add("no-time-zone", "Times are dates without a time zone and were read as UTC.");
    } else if (this.#occurs === "twice") {
      warnings.add(
        "zone-hour-twice",
        "A time occurs twice in its time zone, because daylight saving time ended. The one closer to the line before was assumed, at first the earlier one.",
        line,
      );
    } else if (this.#occurs === "never") {
      warnings.add(
        "zone-hour-missing",
        "A time doesn't exist in its time zone, because daylight saving time began. It was read as an hour later.",
        line,
      );
    }
  }

  /** The date in bytes[from..to) as epoch microseconds, or NaN. Fractions of a microsecond are cut off. */
  read(bytes: Uint8Array, from: number, to: number): number {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
    const day = this.#day();
    const separator = bytes[this.#at++];
    if (day === null || (separator !== 84 && separator !== 32)) return Number.NaN;
    const hour = this.#digits(2);
    const minute = this.#take(58) ? this.#digits(2) : Number.NaN;
    const hasSeconds = this.#needsSeconds || this.#isHere(58);
    const second = hasSeconds ? (this.#take(58) ? this.#digits(2) : Number.NaN) : 0;
    const micros = hasSeconds && (this.#take(46) || this.#take(44)) ? this.#fractionMicros() : 0;
    const seconds = midnightSeconds(day.year, day.month, day.day) + secondsOfDay(hour, minute, second);
    const offset = this.#zoneSeconds(seconds);
    if (this.#at !== this.#end) return Number.NaN;
    return (seconds - offset) * 1_000_000 + micros;
  }

  #day(): { year: number; month: number; day: number } | null {
    const first = this.#digitsHere();
    const parts: [number, number, number] = [
      this.#digits(first === 4 ? 4 : 2),
      this.#dateSeparator() ? this.#digits(2) : Number.NaN,
      this.#dateSeparator() ? this.#digits(this.#digitsHere() === 4 ? 4 : 2) : Number.NaN,
    ];
    if (parts.some(Number.isNaN)) return null;
    if (first === 4) return { year: parts[0], month: parts[1], day: parts[2] };
    // JMeter's oldest default is MM/dd/yy. Day first is ambiguous, and no tool writes it.
    return { year: parts[2] < 100 ? 2_000 + parts[2] : parts[2], month: parts[0], day: parts[1] };
  }

  #dateSeparator(): boolean {
    return this.#take(45) || this.#take(47) || this.#take(46);
  }

  #digitsHere(): number {
    let at = this.#at;
    while (at < this.#end && isDigit(this.#bytes[at])) at += 1;
    return at - this.#at;
  }

  #digits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
      if (!isDigit(byte)) return Number.NaN;
      value = value * 10 + (byte as number) - ZERO;
      this.#at += 1;
    }
    return value;
  }

  #fractionMicros(): number {
    const count = this.#digitsHere();
    if (count === 0 || count > 9) return Number.NaN;
    let micros = 0;
    for (let index = 0; index < 6; index++) {
      micros = micros * 10 + (index < count ? (this.#bytes[this.#at + index] as number) - ZERO : 0);
    }
    this.#at += count;
    return micros;
  }

  #zoneSeconds(localSeconds: number): number {
    this.hasZone = this.#at < this.#end;
    if (!this.hasZone) return this.#givenOffset(localSeconds);
    if (this.#take(90)) return 0;
    const sign = this.#take(43) ? 1 : this.#take(45) ? -1 : Number.NaN;
    const hours = this.#digits(2);
    const minutes = this.#take(58) || this.#at < this.#end ? this.#digits(2) : 0;
    return hours > 18 || minutes > 59 ? Number.NaN : sign * (hours * HOUR_SECONDS + minutes * 60);
  }

  #givenOffset(localSeconds: number): number {
    if (this.#zone === null || Number.isNaN(localSeconds)) return 0;
    const { seconds, laterSeconds, occurs } = this.#zone.offset(localSeconds);
    this.#occurs = occurs;
    const last = this.#lastSeconds;
    const isLater =
      occurs === "twice" &&
      Math.abs(localSeconds - laterSeconds - last) < Math.abs(localSeconds - seconds - last);
    const offset = isLater ? laterSeconds : seconds;
    this.#lastSeconds = localSeconds - offset;
    return offset;
  }

  #isHere(byte: number): boolean {
    return this.#at < this.#end && this.#bytes[this.#at] === byte;
  }

  #take(byte: number): boolean {
    if (!this.#isHere(byte)) return false;
    this.#at += 1;
    return true;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 57;
}
