import type { ReactNode } from "react";
import { unitAfter } from "@headroom/core/format";

export type FigureTone = "plain" | "near" | "over";

export const FIGURE_TONES: Record<FigureTone, string> = { plain: "", near: "text-unsure", over: "text-bad" };

export interface FigureCell {
  key: string;
  label: ReactNode;
  /** The pill beside the label. */
  state?: ReactNode;
  value: string | null;
  unit: string;
  /** `near`: people should look. `over`: it is worse than what is proven, or than a target. */
  tone?: FigureTone;
  /** The proof chip beside the figure. */
  proof?: ReactNode;
  rail?: ReactNode;
  caption?: ReactNode;
}

/** Equal cells with shared borders and shared rows; two columns on phones, where an odd last one spans both. */
export function FigureStrip({ label, cells }: { label: string; cells: readonly FigureCell[] }) {
  return (
    <section
      aria-label={label}
      className="@container overflow-clip rounded-sheet border border-line bg-surface"
    >
      <ul className="figure-strip" data-columns={columnsOf(cells.length)}>
        {cells.map((cell) => (
          <FigureStripCell key={cell.key} cell={cell} />
        ))}
      </ul>
    </section>
  );
}

/** So that rows are as even as they can be. */
function columnsOf(cells: number): number {
  if (cells <= 4) return Math.max(cells, 1);
  return [4, 3, 5].find((columns) => cells % columns === 0) ?? (cells % 4 === 3 ? 4 : 3);
}

function FigureStripCell({ cell }: { cell: FigureCell }) {
  return (
    <li className="min-w-0 px-4 py-3.5 wide:px-5 wide:py-4">
      <div className="flex flex-col-reverse items-start justify-end gap-1.5 text-12 text-ink-2 wide:min-h-5.5 wide:flex-row wide:flex-wrap wide:items-center wide:justify-between wide:gap-2">
        <span className="min-w-0 wide:flex-1 wide:basis-24 [overflow-wrap:anywhere]">{cell.label}</span>
        {cell.state}
      </div>
      <div
        className={`mt-2 flex flex-wrap items-baseline text-24 font-semibold wide:text-32 ${FIGURE_TONES[cell.tone ?? "plain"]}`}
      >
        <span className="text-[1em]">{cell.value === null ? <NotGiven /> : cell.value}</span>
        {cell.value === null ? null : (
          <span className="ml-0.5 text-12 font-normal whitespace-pre tracking-normal text-ink-3 wide:text-13">
            {unitAfter(cell.unit)}
          </span>
        )}
        {cell.proof ? <span className="ml-2.5 self-center text-12">{cell.proof}</span> : null}
      </div>
      <div className="mt-2.5">{cell.rail}</div>
      <div className="mt-2 text-12 text-ink-3">{cell.caption}</div>
    </li>
  );
}

function NotGiven() {
  return <span className="text-15 font-medium tracking-normal text-ink-3">not reported</span>;
}
