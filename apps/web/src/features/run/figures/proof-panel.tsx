import { GradeMark, SheetSection, SheetTitle } from "@headroom/ui";
import type { ProofPanel as ProofPanelModel } from "./prepare-proof.ts";

interface ProofPanelProps {
  panel: ProofPanelModel;
  className?: string;
}

export function ProofPanel({ panel, className }: ProofPanelProps) {
  return (
    <SheetSection className={className}>
      <div className="flex items-center gap-2">
        <SheetTitle>Proof of percentile</SheetTitle>
        <GradeMark grade={panel.grade} />
        <span className="sr-only">grade {panel.grade}</span>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-[7px] text-13">
        {panel.facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {panel.reasons.length > 0 ? (
        <ul className="mt-3.5 list-disc space-y-1 border-t border-line pt-3 pl-4 text-13 text-ink-2">
          {panel.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </SheetSection>
  );
}
