import type { AcceptedRiskAnswer } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, formatFigure, joinUnit } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";

/** Missed targets that members accept: which, why, who, until when. */
export function RisksSheet({ risks, timeZone }: { risks: readonly AcceptedRiskAnswer[]; timeZone: string }) {
  if (risks.length === 0) return null;
  return (
    <Sheet label="Accepted risks" className="mt-5">
      {risks.map(({ id, experiment, run, target, value, unit, reason, acceptedBy, acceptedAt, until }) => (
        <SheetSection key={id}>
          <SheetTitle>Accepted risk</SheetTitle>
          <p className="mt-1 text-14">
            <b className="font-semibold">{experiment.name}:</b> run {run.number} missed {target} (
            {joinUnit(formatFigure(value), unit)}).
          </p>
          <blockquote className="mt-2 border-l-2 border-line-strong pl-3 text-14 text-ink-2 wrap-anywhere">
            {reason}
          </blockquote>
          <p className="mt-2 text-13 text-ink-3">
            Accepted by {acceptedBy} on <ViewerTime from={acceptedAt} timeZone={timeZone} />, until{" "}
            <ViewerTime from={until} timeZone={timeZone} />
          </p>
        </SheetSection>
      ))}
    </Sheet>
  );
}
