import { DAY_MICROS, isPlausibleTime, SECOND_MICROS } from "@headroom/core";
import type { ParseReport } from "@headroom/core";

const YEAR_MICROS = 365 * DAY_MICROS;
const COMMENT = /^#\[(StartTime|BaseTime): (\d{1,12}(?:\.\d{1,9})?)\b/;

/**
 * Tells what the times of a log count from, as HdrHistogram's own reader does: from the base time that is stated; else
 * from the start if they lie more than a year before it; else they are epoch seconds.
 */
export class LogClock {
  readonly #runStartMicros: number;
  #statedStartMicros: number | null = null;
  #baseMicros: number | null = null;
  #kind: ParseReport["clock"] = "none";

  constructor(runStartMicros: number) {
    this.#runStartMicros = runStartMicros;
  }

  /** None before the first interval. */
  get kind(): ParseReport["clock"] {
    return this.#kind;
  }

  get startedAtMicros(): number | null {
    const stated = this.#statedStartMicros;
    return stated !== null && isPlausibleTime(stated) ? stated : null;
  }

  readComment(text: string): void {
    const [, name, seconds] = COMMENT.exec(text) ?? [];
    if (seconds === undefined) return;
    const micros = Math.round(Number(seconds) * SECOND_MICROS);
    if (name === "StartTime") this.#statedStartMicros = micros;
    else this.#baseMicros = micros;
  }

  /** The instant of an interval's time, or NaN. The first one settles what all count from. */
  at(logMicros: number): number {
    if (!(logMicros >= 0)) return Number.NaN;
    this.#baseMicros ??= this.#baseOf(logMicros);
    const micros = this.#baseMicros + logMicros;
    if (this.#kind === "none") this.#kind = isPlausibleTime(micros) ? "absolute" : "relative";
    if (this.#kind === "absolute") return isPlausibleTime(micros) ? micros : Number.NaN;
    return micros < YEAR_MICROS ? this.#runStartMicros + micros : Number.NaN;
  }

  #baseOf(logMicros: number): number {
    const start = this.#statedStartMicros ?? logMicros;
    return logMicros < start - YEAR_MICROS ? start : 0;
  }
}
