"use client";

import { useId, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { momentText } from "./moment-text.ts";
import { useSight } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { nearestIndex, valueAtX } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { TimeModel } from "../model/time-model.ts";
import { markedSpan, moveTrack } from "../plot/track-keys.ts";

interface ZoomHandlers {
  /** A window was selected. */
  onWindow?: ((fromSeconds: number, toSeconds: number) => void) | undefined;
  /** Escape was pressed while a window is selected: back to the whole run. */
  onReset?: (() => void) | undefined;
}

interface TimeTrackerProps extends ZoomHandlers {
  /** The pointer is at a point, so many pixels from the top. */
  onPlace?: ((index: number, y: number) => void) | undefined;
  /** An arrow key up (1) or down (-1), where these don't move in time. */
  onStep?: ((index: number, by: 1 | -1) => void) | undefined;
  crosshair: Crosshair;
  model: TimeModel;
  box: PlotBox;
  label: string;
  children: ReactNode;
}

const MIN_DRAG_PX = 5;

/**
 * A plot that moves the crosshair with the pointer or, as on a slider, with arrow keys. Dragging, or Shift with the
 * arrow keys, selects a window; releasing, or Enter, zooms into it.
 */
export function TimeTracker(props: TimeTrackerProps) {
  const { crosshair, model, label, children } = props;
  const hintId = useId();
  const [focused, setFocused] = useState(false);
  const at = useSight(crosshair, "at");
  const index = focused && at !== null ? nearestIndex(model.points, at) : null;
  const pointer = usePointer(props);
  const onKeyDown = useKeys(props);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={props.onWindow ? hintId : undefined}
      aria-valuemin={0}
      aria-valuemax={Math.max(model.points.length - 1, 0)}
      aria-valuenow={index ?? 0}
      aria-valuetext={spokenPoint(model, index)}
      className="absolute inset-0 touch-pan-y select-none"
      {...pointer}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        crosshair.set({ at: null, mark: null });
      }}
    >
      {children}
      {props.onWindow ? (
        <span id={hintId} hidden>
          Press Shift and the arrow keys to select a window, Enter to zoom in, or Escape to go back.
        </span>
      ) : null}
    </div>
  );
}

function usePointer({ crosshair, model, box, onWindow, onPlace }: TimeTrackerProps) {
  const start = useRef<number | null>(null);
  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = valueAtX(model.time, box, x);
    return { x, index: at === null ? null : nearestIndex(model.points, at) };
  };
  const spanTo = (event: PointerEvent<HTMLElement>) => {
    const { x, index } = indexAt(event);
    const from = start.current;
    if (from === null || index === null || Math.abs(x - from) < MIN_DRAG_PX) return null;
    const anchor = nearestIndex(model.points, valueAtX(model.time, box, from) ?? model.time[0]);
    return anchor === null ? null : markedSpan(model.points, model.pointSeconds, anchor, index);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!onWindow || event.button !== 0 || indexAt(event).index === null) return;
      start.current = indexAt(event).x;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { index } = indexAt(event);
      const at = index === null ? null : (model.points[index]?.at ?? null);
      if (index !== null) onPlace?.(index, event.clientY - event.currentTarget.getBoundingClientRect().top);
      crosshair.set(start.current === null ? { at } : { at, mark: spanTo(event) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const span = spanTo(event);
      start.current = null;
      crosshair.set({ mark: null });
      if (span) onWindow?.(...span);
    },
    onPointerCancel: () => {
      start.current = null;
      crosshair.set({ mark: null });
    },
    onPointerLeave: () => {
      if (start.current === null) crosshair.set({ at: null });
    },
  };
}

function useKeys({ crosshair, model, onWindow, onReset, onStep }: TimeTrackerProps) {
  const anchor = useRef<number | null>(null);
  const cancel = () => {
    const { at, mark } = crosshair.get();
    anchor.current = null;
    if (mark === null && at === null) onReset?.();
    crosshair.set(mark === null ? { at: null } : { mark: null });
  };
  const step = (event: KeyboardEvent, go: NonNullable<typeof onStep>) => {
    event.preventDefault();
    const { at } = crosshair.get();
    go((at === null ? null : nearestIndex(model.points, at)) ?? 0, event.key === "ArrowUp" ? 1 : -1);
  };
  const move = (event: KeyboardEvent) => {
    const { at } = crosshair.get();
    const index = at === null ? null : nearestIndex(model.points, at);
    const shifted = { key: event.key, shiftKey: event.shiftKey && onWindow !== undefined };
    const next = moveTrack({ index, anchor: anchor.current }, shifted, model.points.length - 1);
    if (!next || next.index === null) return;
    event.preventDefault();
    anchor.current = next.anchor;
    crosshair.set({
      at: model.points[next.index]?.at ?? null,
      mark:
        next.anchor === null ? null : markedSpan(model.points, model.pointSeconds, next.anchor, next.index),
    });
  };
  return (event: KeyboardEvent) => {
    const { mark } = crosshair.get();
    if (event.key === "Enter" && mark && onWindow) {
      event.preventDefault();
      anchor.current = null;
      crosshair.set({ mark: null });
      onWindow(...mark);
    } else if (event.key === "Escape") cancel();
    else if (onStep && (event.key === "ArrowUp" || event.key === "ArrowDown")) step(event, onStep);
    else move(event);
  };
}

/** What a screen reader hears while the arrow keys move the crosshair. */
function spokenPoint(model: TimeModel, index: number | null): string {
  const point = index === null ? undefined : model.points[index];
  if (!point || index === null) return "no time selected";
  const parts = model.spoken.flatMap(({ values, say }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [say(value)];
  });
  const happened = model.events
    .filter(
      ({ atSeconds }) => atSeconds >= point.fromSeconds && atSeconds < point.fromSeconds + model.pointSeconds,
    )
    .map(({ text }) => text);
  const figures = parts.length > 0 ? parts : ["no data"];
  return [momentText(model)(point.fromSeconds), ...figures, ...happened].join(", ");
}
