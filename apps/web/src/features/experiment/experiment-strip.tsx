import { FigureStrip, VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import type { StripCell } from "./prepare-experiment.ts";

export function ExperimentStrip({ cells, proven }: { cells: readonly StripCell[]; proven: boolean }) {
  return (
    <FigureStrip
      label="Figures"
      cells={cells.map(({ key, label, value, unit, caption, href }) => ({
        key,
        label,
        value,
        unit,
        ...(key === "capacity" && !proven ? { state: <VerdictPill state="none" /> } : {}),
        caption: href ? (
          <AppLink href={href} className="hover:underline">
            {caption}
          </AppLink>
        ) : (
          caption
        ),
      }))}
    />
  );
}
