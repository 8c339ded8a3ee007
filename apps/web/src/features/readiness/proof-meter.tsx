import { plural } from "@headroom/core/format";
import clsx from "clsx";
import type { ProofRow } from "./prepare-headroom.ts";

const FILLS = {
  fresh: "[&::-moz-progress-bar]:bg-good [&::-webkit-progress-value]:bg-good",
  ageing: "[&::-moz-progress-bar]:bg-unsure [&::-webkit-progress-value]:bg-unsure",
  outdated: "[&::-moz-progress-bar]:bg-bad [&::-webkit-progress-value]:bg-bad",
} as const;

/** How much of its time a proof has left: it gets shorter every day, and turns from green to amber to red. */
export function ProofMeter({ name, left }: { name: string; left: NonNullable<ProofRow["left"]> }) {
  const { days, of, state } = left;
  const words = state === "outdated" ? "no longer counts" : `counts for ${plural(days, "more day")}`;
  return (
    <span className="mt-1.5 flex max-w-72 items-center gap-2.5 text-12 text-ink-3">
      <progress
        aria-label={`The proof of ${name} ${words}`}
        max={of}
        value={Math.min(days, of)}
        className={clsx(
          "h-1.5 w-24 flex-none appearance-none overflow-hidden rounded-full border-0 bg-neutral-soft [&::-webkit-progress-bar]:bg-neutral-soft",
          FILLS[state],
        )}
      />
      {words}
    </span>
  );
}
