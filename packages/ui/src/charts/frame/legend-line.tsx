import type { ReactNode } from "react";
import { RunDot } from "../../components/status/run-dot.tsx";
import { LegendChoice } from "./legend-choice.tsx";
import { Reading } from "./reading.tsx";
import type { SeriesChoice } from "./use-series-choice.ts";

export interface LegendItem {
  key: string;
  name: string;
  color: string;
  width?: number;
  dash?: string | undefined;
  /** A filled box instead of a line. */
  box?: boolean;
  position?: number | undefined;
  /** The value under the crosshair (null without one) and its widest text, for which space is reserved. */
  reading?: { text: string | null; widest: string };
}

/** The legend, which is also the readout. */
export function LegendLine({
  head,
  items,
  choice,
  children,
}: {
  head?: string | null;
  items: readonly LegendItem[];
  /** Where one can choose which of them are drawn, by their keys. */
  choice?: SeriesChoice | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-9 flex-wrap content-center items-center gap-x-4 gap-y-1 text-12 text-ink-2 wide:min-h-5">
      {head ? (
        <b className="max-w-full truncate font-semibold text-ink" title={head}>
          {head}
        </b>
      ) : null}
      {items.map((item) =>
        choice ? (
          <LegendChoice key={item.key} series={item.key} choice={choice}>
            <Item item={item} hidden={!choice.shown.has(item.key)} />
          </LegendChoice>
        ) : (
          <span key={item.key} className="inline-flex max-w-full items-center whitespace-nowrap">
            <Item item={item} />
          </span>
        ),
      )}
      {children}
    </div>
  );
}

function Item({ item, hidden = false }: { item: LegendItem; hidden?: boolean }) {
  const { name, color, width = 2, dash, box = false, position, reading } = item;
  return (
    <>
      {position !== undefined ? (
        <RunDot position={position} className="mr-1.5" />
      ) : box ? (
        <span
          aria-hidden="true"
          className="mr-1.5 h-[9px] w-3 flex-none rounded-[1px]"
          style={{ background: color }}
        />
      ) : (
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block w-3.5 flex-none"
          style={{ borderTop: `${width}px ${dash ? "dashed" : "solid"} ${color}` }}
        />
      )}
      <span className="max-w-[24ch] truncate" title={name}>
        {name}
      </span>
      {reading && !hidden ? <Reading className="ml-1.5" {...reading} /> : null}
    </>
  );
}
