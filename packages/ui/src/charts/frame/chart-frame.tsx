"use client";

import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { BareButton } from "../../components/fields/bare-button.tsx";
import { Icon } from "../../components/page/icon.tsx";
import { chartCsv } from "../model/chart-data.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { PictureLegend } from "./picture.ts";
import { useSize } from "../plot/use-size.ts";
import type { Size } from "../plot/use-size.ts";

export interface ChartFrameProps {
  /** Shown once, above the axis. */
  unit: string;
  /** What the chart shows, for its controls: "Throughput". */
  name: string;
  /** Heading of the saved picture: the run or experiment that the chart belongs to. */
  title?: string | undefined;
  /** Name of the saved files, without the extension. */
  fileName: string;
  heightClassName: string;
  /** Of a chart whose height follows its rows. */
  height?: number;
  /** The figures: what the table shows and what the CSV holds. */
  data: ChartData;
  /** What the CSV holds, where it is more than the table. */
  file?: ChartData;
  /** Names the table; "Throughput over time". */
  tableLabel?: string;
  /** The legend in the saved picture; on the page it is outside this frame. */
  legend?: readonly PictureLegend[];
  children: (size: Size) => ReactNode;
}

/** Few people ask for the table. */
const ChartTable = lazy(() => import("./chart-table.tsx").then((module) => ({ default: module.ChartTable })));

/** Narrower than this, for example in a panel that is just opening, there is no room for a chart. */
const MIN_WIDTH = 96;

/** A chart of fixed height with its unit, which can also be shown as a table and saved as CSV or PNG. */
export function ChartFrame(props: ChartFrameProps) {
  const { unit, name, title, fileName, heightClassName, data, children } = props;
  const [asTable, setAsTable] = useState(false);
  const [failed, setFailed] = useState(false);
  const [element, size] = useSize();
  const saveTable = () =>
    downloadText(`${fileName}.csv`, "text/csv;charset=utf-8", chartCsv(props.file ?? data));
  const savePicture = async () => {
    if (!element.current) return;
    const heading = title ? `${title}: ${name}` : name;
    try {
      // Loaded when it is first needed: most people only look.
      const { chartPicture } = await import("./picture.ts");
      const legend = props.legend ?? [];
      downloadBlob(
        `${fileName}.png`,
        await chartPicture({ plot: element.current, title: heading, unit, legend }),
      );
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <figure className="m-0 flex grow flex-col not-last:grow-0" aria-label={name}>
      <figcaption className="flex h-7 items-center text-11 text-ink-3">
        <span className="min-w-0 flex-1 truncate" title={unit}>
          {failed ? "The image couldn't be created." : unit}
        </span>
        <FrameButton
          icon={asTable ? "chart" : "table"}
          label={asTable ? `${name} as a chart` : `${name} as a table`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Chart" : "Table"}
        </FrameButton>
        <FrameButton icon="download" label={`${name} as CSV`} onClick={saveTable}>
          CSV
        </FrameButton>
        {asTable ? null : (
          <FrameButton icon="download" label={`${name} as PNG`} onClick={() => void savePicture()}>
            PNG
          </FrameButton>
        )}
      </figcaption>
      <div
        ref={element}
        className={clsx("relative", heightClassName)}
        {...(props.height === undefined ? {} : { style: { height: props.height } })}
      >
        {asTable ? (
          <Suspense fallback={null}>
            <ChartTable data={data} label={props.tableLabel ?? name} />
          </Suspense>
        ) : size && size.width >= MIN_WIDTH ? (
          children(size)
        ) : null}
      </div>
    </figure>
  );
}

function FrameButton(props: {
  icon: "chart" | "table" | "download";
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <BareButton
      aria-label={props.label}
      onClick={props.onClick}
      className="inline-flex h-8 items-center gap-1 px-2 text-12 text-ink-3 transition-colors duration-120 last:-mr-2 hover:text-ink"
    >
      <Icon name={props.icon} className="size-3.5" />
      {props.children}
    </BareButton>
  );
}

/** Shown in place of a chart: why there is none and how to get one. */
export function ChartMessage({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <div
      role={live ? "alert" : undefined}
      className="flex h-full min-h-30 flex-col items-start justify-center gap-3 rounded-control border border-dashed border-line-strong px-5 py-4 text-13 text-ink-2"
    >
      {children}
    </div>
  );
}

/** Downloads a text as a file without asking the server. */
function downloadText(fileName: string, mediaType: string, text: string): void {
  downloadBlob(fileName, new Blob([text], { type: mediaType }));
}

function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(address);
}
