import clsx from "clsx";

export type Grade = "A" | "B" | "C" | "D";

/** Grades differ by fill and not by hue: solid, bar, outline, dashed. */
const fills: Record<Grade, string> = {
  A: "bg-ink text-surface",
  B: "grade-bar text-ink-2 inset-ring inset-ring-control",
  C: "bg-surface text-ink-2 inset-ring inset-ring-control",
  D: "bg-surface text-ink-3 border border-dashed border-control",
};

export function GradeMark({ grade, className }: { grade: Grade; className?: string | undefined }) {
  return (
    <span
      className={clsx(
        "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-chip px-1 font-mono text-11 leading-none font-semibold tracking-normal",
        fills[grade],
        className,
      )}
    >
      {grade}
    </span>
  );
}
