import type { RunNoticeRead } from "@headroom/db";

/** Until then, further generators may upload to a run that doesn't say how many it has. */
const UNKNOWN_SECONDS = 60;
/** A generator that is missing for so long doesn't come. */
const MISSING_SECONDS = 600;

/** How long to wait for the parts of a run that are missing, or may be. */
export function waitSecondsFor(
  run: Pick<RunNoticeRead, "uploaded" | "isNamed" | "generators" | "ageSeconds" | "finishedAt">,
): number {
  const { uploaded, isNamed, generators, ageSeconds, finishedAt } = run;
  // One file without a generator's name can contain the requests of several.
  if (!isNamed || finishedAt !== null) return 0;
  const most = generators === null ? UNKNOWN_SECONDS : uploaded < generators ? MISSING_SECONDS : 0;
  return Math.max(0, Math.ceil(most - ageSeconds));
}
