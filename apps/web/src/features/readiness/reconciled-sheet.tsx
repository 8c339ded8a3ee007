import type { ReadinessReport } from "@headroom/contract";
import { FigureStrip, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { prepareReconciled } from "./prepare-reconciled.ts";

/** After the day: what was predicted beside what was real, and what that means for later proofs. */
export function ReconciledSheet({ reconciled }: Pick<ReadinessReport, "reconciled">) {
  if (reconciled === null) return null;
  const { figures, words } = prepareReconciled(reconciled);
  return (
    <section aria-label="Predicted and real" className="mb-5 flex flex-col gap-5">
      <Sheet>
        <SheetSection>
          <SheetTitle>Predicted and real</SheetTitle>
          <p className="mt-1.5 max-w-[90ch] text-14 text-ink-2">{words}</p>
        </SheetSection>
      </Sheet>
      {figures.length === 0 ? null : <FigureStrip label="Predicted and real figures" cells={figures} />}
    </section>
  );
}
