import clsx from "clsx";
import { letterLook } from "./letter-look.ts";

/** The letter of a run in a comparison, on its dot: A grey and hollow, B blue and filled, the rest filled. */
export function RunLetter({ position, className }: { position: number; className?: string | undefined }) {
  const { letter, color, hollow, ink } = letterLook(position);
  return (
    <span
      className={clsx(
        "inline-flex size-4.5 flex-none items-center justify-center rounded-full border-2 text-11 leading-none font-semibold",
        className,
      )}
      style={{ borderColor: color, background: hollow ? "var(--surface)" : color, color: ink }}
    >
      {letter}
    </span>
  );
}
