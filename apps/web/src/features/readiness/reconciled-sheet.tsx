import type { ReadinessReport } from "@headroom/contract";
import { dayFacts } from "@headroom/core";
import { FigureStrip, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { prepareReconciled } from "./prepare-reconciled.ts";

/** After the day: what was predicted beside what was real, and what that means for later proofs. */
export function ReconciledSheet({ reconciled, peakDay }: Pick<ReadinessReport, "reconciled" | "peakDay">) {
  if (reconciled === null) return null;
  const { figures, words } = prepareReconciled(reconciled);
  const facts = dayFacts(reconciled, peakDay);
  return (
    <section aria-label="Predicted and real" className="mb-5 flex flex-col gap-5">
      <Sheet>
        <SheetSection>
          <SheetTitle>Predicted and real</SheetTitle>
          <p className="mt-1.5 max-w-[90ch] text-14 text-ink-2">{words}</p>
          {facts.map((fact) => (
            <p key={fact} className="mt-1.5 max-w-[90ch] text-14 text-ink-2">
              {fact}
            </p>
          ))}
        </SheetSection>
      </Sheet>
      {figures.length === 0 ? null : <FigureStrip label="Predicted and real figures" cells={figures} />}
    </section>
  );
}
