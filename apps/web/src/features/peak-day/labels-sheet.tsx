import type { PeakDayNow } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, formatFigure, formatPercentFigure } from "@headroom/ui";
import type { LabelMixInput } from "@headroom/ui/charts";
import { MixChart } from "./peak-chart.tsx";

interface LabelsSheetProps {
  latest: PeakDayNow | null;
  mix: LabelMixInput | null;
  /** Of the peak day. */
  name: string;
}

/** What was requested in the last minutes, and how that changed over the day. */
export function LabelsSheet({ latest, mix, name }: LabelsSheetProps) {
  const isNow = latest !== null && latest.labels.length > 0;
  if (!isNow && mix === null) return null;
  return (
    <Sheet label="Labels" className="mt-5">
      {isNow ? <LatestLabels {...latest} /> : null}
      {mix === null ? null : (
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>Label mix over the day</SheetTitle>
          <MixChart input={mix} title={name} />
        </SheetSection>
      )}
    </Sheet>
  );
}

function LatestLabels({ labels, labelsTotal }: PeakDayNow) {
  const rest = labelsTotal - labels.length;
  return (
    <SheetSection>
      <SheetTitle>Labels, last 5 minutes</SheetTitle>
      <ul className="mt-3 space-y-2">
        {labels.map(({ label, throughput, share }) => (
          <li key={label} className="grid grid-cols-[1fr_auto_4rem] items-baseline gap-x-4 text-13">
            <span className="min-w-0">
              <bdi title={label} className="block truncate font-mono">
                {label}
              </bdi>
              <span aria-hidden="true" className="mt-1 block h-1 bg-line">
                <span className="block h-1" style={{ width: `${share * 100}%`, background: "var(--s1)" }} />
              </span>
            </span>
            <span className="whitespace-nowrap text-ink-2">{formatFigure(throughput)} req/s</span>
            <b className="text-right font-semibold">{formatPercentFigure(share)}%</b>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-3 text-12 text-ink-3">{rest} more labels.</p> : null}
    </SheetSection>
  );
}
