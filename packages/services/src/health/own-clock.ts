import { HeadroomError, SECOND_MILLIS } from "@headroom/core";
import { formatLength } from "@headroom/core/format";
import { readNow } from "@headroom/db";
import type { Services } from "../context.ts";

const MOST_OFF_SECONDS = 60;

/**
 * This process's clock beside the database's, as far as it is known. Times of live data are judged by it, so a process whose
 * clock is wrong would refuse correct data for good, and blame the sender.
 */
export class OwnClock {
  readonly #services: Pick<Services, "db" | "clock">;
  #aheadSeconds: number | null = null;

  constructor(services: Pick<Services, "db" | "clock">) {
    this.#services = services;
  }

  /** By at least so much; negative: behind. Null: it was never compared. */
  get aheadSeconds(): number | null {
    return this.#aheadSeconds;
  }

  get isOff(): boolean {
    return isClockOff(this.#aheadSeconds);
  }

  /** Throws `not-ready` if this clock is off. */
  assertRight(): void {
    if (this.#aheadSeconds === null || !this.isOff) return;
    throw new HeadroomError(
      "not-ready",
      `The clock of this server is ${clockDistance(this.#aheadSeconds)} the database's.`,
      { hint: "Try again in a few seconds. The people who run this server have to set its clock." },
    );
  }

  /** While the database is away, what was known of the clock counts. */
  async check(): Promise<void> {
    this.#aheadSeconds = await this.#compare().catch(() => this.#aheadSeconds);
  }

  /** The database read its clock at some point while it was asked, so only what is sure for all of that time counts. */
  #compare(): Promise<number> {
    const { db, clock } = this.#services;
    return db.asJobs(async (tx) => {
      const before = clock().getTime();
      const theirs = (await readNow(tx)).getTime();
      const [atLeast, atMost] = [before - theirs, clock().getTime() - theirs];
      return Math.round((atLeast > 0 ? atLeast : Math.min(atMost, 0)) / SECOND_MILLIS);
    });
  }
}

export function isClockOff(aheadSeconds: number | null): boolean {
  return aheadSeconds !== null && Math.abs(aheadSeconds) > MOST_OFF_SECONDS;
}

/** "1h ahead of", "2m 5s behind" */
export function clockDistance(aheadSeconds: number): string {
  return `${formatLength(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? "ahead of" : "behind"}`;
}
