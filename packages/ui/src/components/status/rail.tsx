import clsx from "clsx";
import type { Verdict } from "@headroom/core";
import { railPosition } from "./rail-position.ts";

/** `not-judged`: the target is there, and its run isn't judged. */
type RailVerdict = Verdict | "not-judged";

const tints: Record<RailVerdict, string> = {
  met: "bg-good",
  missed: "bg-bad",
  unsure: "bg-unsure",
  "no-baseline": "bg-neutral",
  "not-judged": "bg-neutral",
};

interface RailProps {
  /** Above 1 inside the target, below 1 outside. */
  ratio: number;
  verdict: RailVerdict;
  className?: string | undefined;
}

/** Value against target: the tick is the target, right is inside, left is outside. The figures beside it say the same. */
export function Rail({ ratio, verdict, className }: RailProps) {
  const at = 50 + railPosition(ratio) * 48;
  const tint = tints[verdict];
  return (
    <span aria-hidden="true" className={clsx("relative block h-2.5", className)}>
      <span className="absolute inset-x-0 top-1 h-0.5 bg-neutral-soft" />
      <span
        className={clsx("absolute top-[3.5px] h-[3px]", tint)}
        style={{ left: `${Math.min(50, at)}%`, width: `${Math.abs(at - 50)}%` }}
      />
      <span
        className={clsx("absolute top-px -ml-1 size-2 rounded-full ring-2 ring-surface", tint)}
        style={{ left: `${at}%` }}
      />
      <span className="absolute -top-px left-1/2 -ml-px h-3 w-0.5 bg-ink" />
    </span>
  );
}
