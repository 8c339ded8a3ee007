"use client";

import { useId, useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { formatClock } from "@headroom/core/format";
import { placeX } from "./crosshair-line.tsx";
import { useSight } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { valueAtX } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { movedEdge } from "./steady-edge.ts";
import type { Edge } from "./steady-edge.ts";
import type { TimeModel } from "../model/time-model.ts";

interface SteadyEdgesProps {
  crosshair: Crosshair;
  model: TimeModel;
  steady: NonNullable<TimeModel["steady"]>;
  box: PlotBox;
  /** Called with both edges when one is released or Enter is pressed. */
  onSteadyChange: (fromSeconds: number, toSeconds: number) => void;
}

const NAMES: Record<Edge, string> = { from: "Start of the steady phase", to: "End of the steady phase" };

/** Two edges that can be dragged, or moved by arrow keys and set with Enter; Escape puts them back. */
export function SteadyEdges(props: SteadyEdgesProps) {
  const { steady, crosshair } = props;
  const draft = useSight(crosshair, "steady");
  const [from, to] = draft ?? [steady.fromSeconds, steady.toSeconds];
  const hintId = useId();
  return (
    <>
      <span id={hintId} hidden>
        Press the arrow keys to move it, Enter to set it, or Escape to cancel.
      </span>
      <Handle {...props} hintId={hintId} edge="from" at={from} other={to} />
      <Handle {...props} hintId={hintId} edge="to" at={to} other={from} />
    </>
  );
}

interface HandleProps extends SteadyEdgesProps {
  hintId: string;
  edge: Edge;
  at: number;
  other: number;
}

function Handle(props: HandleProps) {
  const { hintId, model, box, edge, at } = props;
  const handlers = useEdge(props);
  const [start, end] = model.time;
  if (at < start - 1e-9 || at > end + 1e-9) return null;
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={NAMES[edge]}
      aria-describedby={hintId}
      aria-valuemin={start}
      aria-valuemax={end}
      aria-valuenow={at}
      aria-valuetext={formatClock(at)}
      title={`${NAMES[edge]}, ${formatClock(at)}`}
      className="group absolute -ml-4 flex w-8 touch-none cursor-ew-resize justify-center outline-none"
      style={{ left: placeX(model, box)(at), top: box.top, height: box.bottom - box.top }}
      {...handlers}
    >
      <span className="h-full w-0.5 bg-ink-2 group-hover:bg-accent group-focus-visible:bg-accent" />
      <span className="absolute bottom-1.5 h-6 w-3 rounded-chip border border-ink-2 bg-surface group-hover:border-accent group-focus-visible:outline-2 group-focus-visible:outline-accent" />
    </span>
  );
}

const KEY_STEPS: ReadonlyMap<string, number> = new Map([
  ["ArrowRight", 1],
  ["ArrowUp", 1],
  ["ArrowLeft", -1],
  ["ArrowDown", -1],
  ["PageUp", 10],
  ["PageDown", -10],
]);

/** Moving an edge changes only the draft on the crosshair, until it is released or set with Enter. */
function useEdge({ crosshair, model, steady, box, onSteadyChange, at, edge, other }: HandleProps) {
  const dragging = useRef(false);
  const move = (to: number) =>
    crosshair.set({ steady: movedEdge({ edge, to, other, step: model.pointSeconds, time: model.time }) });
  const commit = () => {
    const draft = crosshair.get().steady;
    crosshair.set({ steady: null });
    if (draft && (draft[0] !== steady.fromSeconds || draft[1] !== steady.toSeconds)) onSteadyChange(...draft);
  };
  const cancel = () => crosshair.set({ steady: null });
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const step = KEY_STEPS.get(event.key);
      if (step !== undefined) move(at + step * model.pointSeconds);
      else if (event.key === "Enter") commit();
      else if (event.key === "Escape") cancel();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur: () => {
      if (!dragging.current) cancel();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      dragging.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const plot = event.currentTarget.parentElement?.getBoundingClientRect();
      if (!dragging.current || !plot) return;
      const wanted = valueAtX(model.time, box, event.clientX - plot.left);
      if (wanted !== null) move(wanted);
    },
    onPointerUp: () => {
      dragging.current = false;
      commit();
    },
    onPointerCancel: () => {
      dragging.current = false;
      cancel();
    },
  };
}
