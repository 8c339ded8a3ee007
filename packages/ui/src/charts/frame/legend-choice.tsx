import type { ReactNode } from "react";
import clsx from "clsx";
import { BareButton } from "../../components/fields/bare-button.tsx";
import type { SeriesChoice } from "./use-series-choice.ts";

interface LegendChoiceProps {
  series: string;
  choice: SeriesChoice;
  children: ReactNode;
}

/** A legend's entry that shows and hides its line. */
export function LegendChoice({ series, choice, children }: LegendChoiceProps) {
  const shown = choice.shown.has(series);
  const full = !shown && choice.full;
  return (
    <BareButton
      aria-pressed={shown}
      disabled={full}
      title={full ? "The chart shows up to eight lines. Hide one first." : undefined}
      onClick={() => choice.onToggle(series)}
      className={clsx(
        "on-paper inline-flex min-h-8 max-w-full items-center whitespace-nowrap",
        !shown && "text-ink-3 line-through decoration-ink-3",
      )}
    >
      {children}
    </BareButton>
  );
}
