import type { PeakDayNow } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, formatFigure, formatPercentFigure } from "@headroom/ui";

/** What the requests of the last minutes were. */
export function LabelsSheet({ latest: { labels, labelsTotal } }: { latest: PeakDayNow }) {
  if (labels.length === 0) return null;
  const rest = labelsTotal - labels.length;
  return (
    <Sheet label="Labels" className="mt-5">
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
    </Sheet>
  );
}
