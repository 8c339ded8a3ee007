import { SheetSection, SheetTitle } from "@headroom/ui";
import type { WorkloadModel } from "./prepare-workload.ts";

const HATCH = "repeating-linear-gradient(135deg, var(--hatch) 0 1.4px, transparent 1.4px 6px)";

/** Achieved against expected: the hatched part is missing, the mark is where the load counts as offered. */
export function WorkloadPanel({ model, className }: { model: WorkloadModel; className?: string }) {
  const { rows, achieved } = model;
  return (
    <SheetSection className={className}>
      <SheetTitle>{achieved ? "Workload: achieved vs. expected" : "Workload"}</SheetTitle>
      {achieved ? (
        <div className="mt-3.5">
          <div
            role="img"
            aria-label={`${achieved.actual} of ${achieved.expected} requests, ${achieved.percent}%`}
            className="relative h-7 rounded-chip inset-ring inset-ring-line-strong"
            style={{ background: HATCH }}
          >
            <span
              className="absolute inset-y-0 left-0 rounded-l-chip"
              style={{ width: `${achieved.share * 100}%`, background: "var(--s1)" }}
            />
            <span className="absolute inset-y-[-5px] left-[95%] w-0.5 bg-ink" />
          </div>
          <div className="mt-2 flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
            <span>
              <b className="font-semibold text-ink">{achieved.short}</b> achieved, {achieved.percent}%
            </span>
            <span>{achieved.expected} expected</span>
          </div>
        </div>
      ) : null}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-[7px] text-13">
        {rows.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </SheetSection>
  );
}
