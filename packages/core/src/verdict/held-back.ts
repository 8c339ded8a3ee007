import { formatLength } from "../format/duration.ts";
import type { Unsent } from "../phase/unsent.ts";

/** Stretches of a run, as ISO instants, in which requests hung, and how many were never sent because of that. */
export interface HeldBack {
  holes?: readonly { from: string; to: string; unsent?: number | undefined }[] | undefined;
  hangs?: readonly { from: string; to: string; waitedSeconds: number; unsent: number }[] | undefined;
}

/** The requests that were held back by stalls and partial hangs, in a window if one is given. */
export function heldBackIn(
  stretches: HeldBack | null,
  window: { from: string; to: string } | null,
): Unsent[] {
  const { holes = [], hangs = [] } = stretches ?? {};
  const isIn = ({ from, to }: { from: string; to: string }) =>
    window === null || (from < window.to && to > window.from);
  const stalls = holes.filter(isIn).flatMap(({ from, to, unsent }) => {
    const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
    return unsent === undefined ? [] : [{ seconds, requests: unsent }];
  });
  const partial = hangs.filter(isIn).map(({ waitedSeconds, unsent }) => ({
    seconds: waitedSeconds,
    requests: unsent,
    partial: true,
  }));
  return [...stalls, ...partial];
}

export interface StallCount {
  stalls: number;
  /** So many of these were partial: other users went on. Left out: none. */
  partial?: number;
  seconds: number;
}

export function countStalls(unsent: readonly Unsent[]): StallCount & { requests: number } {
  const partial = unsent.filter((one) => one.partial === true).length;
  return {
    requests: unsent.reduce((sum, { requests }) => sum + requests, 0),
    seconds: unsent.reduce((sum, { seconds }) => sum + seconds, 0),
    stalls: unsent.length,
    ...(partial === 0 ? {} : { partial }),
  };
}

/** "a stall of 20 s", "2 partial hangs of 1m in total" */
export function stallsText({ stalls, partial = 0, seconds }: StallCount): string {
  const name = partial === stalls ? "partial hang" : "stall";
  const length = formatLength(Math.round(seconds));
  return stalls === 1 ? `a ${name} of ${length}` : `${stalls} ${name}s of ${length} in total`;
}
