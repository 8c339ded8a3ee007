import type { RunPhaseAnswer } from "@headroom/contract";
import type { Unsent } from "@headroom/core";

/** The requests that stalls held back, in a window if one is given. */
export function unsentOf(
  phase: Pick<RunPhaseAnswer, "holes"> | null,
  window: { from: string; to: string } | null = null,
): Unsent[] {
  return (phase?.holes ?? []).flatMap(({ from, to, unsent }) =>
    unsent === undefined || (window !== null && (from >= window.to || to <= window.from))
      ? []
      : [{ seconds: (Date.parse(to) - Date.parse(from)) / 1_000, requests: unsent }],
  );
}
