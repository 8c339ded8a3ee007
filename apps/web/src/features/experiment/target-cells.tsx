import { Rail, VerdictPill, unitAfter } from "@headroom/ui";
import type { TargetCell } from "./prepare-target-cells.ts";
import { withSigns } from "../delta/threshold-text.ts";

/** The targets below the chart they are drawn in: value, distance and verdict of the latest run. */
export function TargetCells({ cells }: { cells: readonly TargetCell[] }) {
  if (cells.length === 0) return null;
  return (
    <ul
      aria-label="Targets and the latest run"
      className="grid grid-cols-1 border-t border-line wide:grid-cols-[repeat(auto-fit,minmax(260px,1fr))]"
    >
      {cells.map(({ key, text, verdict, value, unit, ratio, caption }) => (
        <li
          key={key}
          className="min-w-0 border-line px-4 py-3.5 not-first:max-wide:border-t wide:px-5 wide:not-first:border-l"
        >
          <p className="flex items-start justify-between gap-3 text-12 text-ink-2">
            <span className="wrap-anywhere">{withSigns(text)}</span>
            {verdict === null ? null : <VerdictPill state={verdict} />}
          </p>
          <p className="mt-1.5 flex items-center gap-4">
            <span className="flex-none whitespace-nowrap">
              {value === null ? (
                <span className="text-24 text-ink-3">-</span>
              ) : (
                <>
                  <b className="text-24 font-semibold">{value}</b>
                  <span className="text-12 text-ink-3">{unitAfter(unit)}</span>
                </>
              )}
            </span>
            {ratio === null || verdict === null ? null : (
              <Rail ratio={ratio} verdict={verdict} className="min-w-16 flex-1" />
            )}
          </p>
          <p className="mt-1.5 text-12 text-ink-3">{caption}</p>
        </li>
      ))}
    </ul>
  );
}
