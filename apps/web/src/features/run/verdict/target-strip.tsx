import { FigureStrip, ProofChip, Rail, VerdictPill } from "@headroom/ui";
import type { FigureModel } from "./prepare-target-cells.ts";

export function TargetStrip({ cells }: { cells: readonly FigureModel[] }) {
  const judged = cells.some(({ verdict }) => verdict !== "untargeted");
  return (
    <FigureStrip
      label={judged ? "Targets" : "Figures"}
      cells={cells.map(({ key, title, verdict, value, unit, ratio, caption, proof }) => ({
        key,
        label: title,
        state: judged ? <VerdictPill state={verdict} /> : null,
        value,
        unit,
        proof: proof ? <ProofChip note={proof} /> : null,
        rail: ratio === null || verdict === "untargeted" ? null : <Rail ratio={ratio} verdict={verdict} />,
        caption,
      }))}
    />
  );
}
