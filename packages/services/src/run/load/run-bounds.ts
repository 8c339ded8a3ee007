import type { RunModel, Timeline } from "@headroom/db";

/** When a run began and ended, in seconds from its origin: within those of its timeline, which are whole. */
export function boundsOf(
  { startedAt, endedAt }: RunModel,
  { origin, fromSeconds, toSeconds }: Timeline,
): { startSeconds: number; endSeconds: number } {
  const offset = (at: Date) => (at.getTime() - origin.getTime()) / 1_000;
  return {
    startSeconds: startedAt === null ? fromSeconds : offset(startedAt),
    endSeconds: endedAt === null ? toSeconds : offset(endedAt),
  };
}
