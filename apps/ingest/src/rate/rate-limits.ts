import type { RateClass } from "@headroom/contract/api";
import { Meter } from "./meter.ts";
import type { Reading } from "./meter.ts";

/** Requests allowed per minute; null means no limit. */
interface RateLimit {
  token: number | null;
  workspace: number | null;
}
export type RateLimitSettings = Readonly<Record<RateClass, RateLimit>> & {
  /** Decoded bytes of live data that a workspace may send in a minute; null means no limit. */
  readonly liveBytes: number | null;
};

export interface Caller {
  /** Of the token, or of the person with a ticket. */
  id: string;
  workspaceId: string;
}

/** What the response says about the limits of a request; null if it has none. */
export interface Counted {
  /** Header fields of draft-ietf-httpapi-ratelimit-headers; null where bytes are counted. */
  policy: string | null;
  state: string | null;
  /** Null: allowed. */
  refused: { seconds: number; by: "token" | "workspace"; quota: number; of: "requests" | "bytes" } | null;
}

interface Metered {
  by: "token" | "workspace";
  meter: Meter;
  policy: string;
}

/**
 * Limits for each token, and for all tokens of a workspace together. Reads, changes, uploads and live data are counted apart, so a
 * script that polls can't stop an upload. In the memory of this process: see decision 12.
 */
export class RateLimits {
  readonly #meters: Readonly<Record<RateClass, readonly Metered[]>>;
  readonly #liveBytes: Meter | null;

  constructor(settings: RateLimitSettings, now: () => number = () => performance.now()) {
    const metersOf = (of: RateClass): Metered[] =>
      (["token", "workspace"] as const).flatMap((by) => {
        const quota = settings[of][by];
        if (quota === null) return [];
        return { by, meter: new Meter(quota, now), policy: `"${by}-${of}";q=${quota};w=60` };
      });
    this.#meters = {
      read: metersOf("read"),
      write: metersOf("write"),
      upload: metersOf("upload"),
      live: metersOf("live"),
    };
    this.#liveBytes = settings.liveBytes === null ? null : new Meter(settings.liveBytes, now);
  }

  /** Known once a body was read, so it is the next one that has to wait. */
  addLiveBytes(workspaceId: string, bytes: number): void {
    this.#liveBytes?.add(workspaceId, bytes);
  }

  /** Counts a request in all of its limits, or in none if one of them refuses it. */
  count(of: RateClass, caller: Caller): Counted | null {
    const metered = this.#meters[of];
    const inBytes = of === "live" ? this.#refusedForBytes(caller.workspaceId) : null;
    if (inBytes !== null) return { policy: null, state: null, refused: inBytes };
    if (metered.length === 0) return null;
    const keyOf = ({ by }: Metered) => (by === "token" ? caller.id : caller.workspaceId);
    const looks = metered.map((one) => ({ one, reading: one.meter.look(keyOf(one)) }));
    const [worst] = looks
      .filter(({ reading }) => reading.refusedSeconds !== null)
      .sort((a, b) => (b.reading.refusedSeconds ?? 0) - (a.reading.refusedSeconds ?? 0));
    const readings =
      worst === undefined ? metered.map((one) => ({ one, reading: one.meter.take(keyOf(one)) })) : looks;
    return {
      policy: metered.map(({ policy }) => policy).join(", "),
      state: readings.map(({ one, reading }) => stateOf(of, one, reading)).join(", "),
      refused:
        worst === undefined
          ? null
          : {
              seconds: worst.reading.refusedSeconds ?? 1,
              by: worst.one.by,
              quota: worst.one.meter.quota,
              of: "requests",
            },
    };
  }

  #refusedForBytes(workspaceId: string): Counted["refused"] {
    const meter = this.#liveBytes;
    const seconds = meter?.look(workspaceId).refusedSeconds ?? null;
    return meter === null || seconds === null
      ? null
      : { seconds, by: "workspace", quota: meter.quota, of: "bytes" };
  }
}

function stateOf(of: RateClass, { by }: Metered, { remaining, fullAfterSeconds }: Reading): string {
  return `"${by}-${of}";r=${remaining};t=${fullAfterSeconds}`;
}
