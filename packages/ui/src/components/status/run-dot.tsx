import clsx from "clsx";
import { runLook } from "./run-look.ts";

/** The colour of a compared run, beside its name. */
export function RunDot({ position, className }: { position: number; className?: string | undefined }) {
  const { color, hollow } = runLook(position);
  return (
    <span
      aria-hidden="true"
      className={clsx("inline-block size-2.5 flex-none rounded-full border-2", className)}
      style={{ borderColor: color, background: hollow ? "var(--surface)" : color }}
    />
  );
}
