import { RunDot } from "@headroom/ui";
import type { RunCard } from "./prepare-runs.ts";

/** The head of a run's column, in its colour. */
export function RunHead({ card: { position, name } }: { card: Pick<RunCard, "position" | "name"> }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <RunDot position={position} />
      {name}
    </span>
  );
}
