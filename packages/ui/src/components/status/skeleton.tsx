import clsx from "clsx";

/** A place that is about to be filled; it has the size of what comes. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("block animate-breathe rounded-chip bg-neutral-soft", className)}
    />
  );
}
