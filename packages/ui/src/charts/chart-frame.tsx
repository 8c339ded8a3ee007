"use client";

import { useState } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon } from "../components/icon.tsx";
import { downloadText } from "./download.ts";
import { useSize } from "./use-size.ts";
import type { Size } from "./use-size.ts";

interface ChartFrameProps {
  /** The unit, which stands above the axis once. */
  unit: string;
  /** What the chart shows, for its controls. */
  name: string;
  heightClassName: string;
  table: ReactNode;
  csv: () => { fileName: string; text: string };
  children: (size: Size) => ReactNode;
}

/** A chart in a room of fixed height: with its unit, and its figures as a table or a file. */
export function ChartFrame({ unit, name, heightClassName, table, csv, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const [element, size] = useSize();
  const save = () => {
    const { fileName, text } = csv();
    downloadText(fileName, "text/csv;charset=utf-8", text);
  };
  return (
    <figure className="m-0 flex grow flex-col not-last:grow-0" aria-label={name}>
      <figcaption className="flex h-7 items-center text-11 text-ink-3">
        <span className="flex-1">{unit}</span>
        <FrameButton
          icon={asTable ? "chart" : "table"}
          label={asTable ? `${name} as a chart` : `${name} as a table`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Chart" : "Table"}
        </FrameButton>
        <FrameButton icon="download" label={`${name} as CSV`} onClick={save}>
          CSV
        </FrameButton>
      </figcaption>
      <div ref={element} className={clsx("relative", heightClassName)}>
        {asTable ? table : size && size.width > 0 ? children(size) : null}
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
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onClick}
      className="inline-flex h-8 items-center gap-1 px-2 text-12 text-ink-3 transition-colors duration-120 last:-mr-2 hover:text-ink"
    >
      <Icon name={props.icon} className="size-3.5" />
      {props.children}
    </button>
  );
}
