"use client";

import { useState } from "react";
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from "react";
import clsx from "clsx";
import { moveTrack } from "../plot/track-keys.ts";

interface PointTrackerProps {
  label: string;
  count: number;
  /** The point that is looked at. */
  index: number | null;
  onIndex: (index: number | null) => void;
  /** The point under a place in the plot. */
  nearest: (x: number, y: number) => number | null;
  /** What a screen reader hears of a point. */
  spoken: (index: number) => string;
  /** Enter, or a click. */
  onOpen?: ((index: number) => void) | undefined;
  /** Space, or a click with Shift or Ctrl. */
  onSelect?: ((index: number) => void) | undefined;
  children: ReactNode;
}

/** A plot whose points are inspected one at a time, with the pointer or, as on a slider, with arrow keys. */
export function PointTracker(props: PointTrackerProps) {
  const { label, count, index, onIndex, nearest, spoken, onOpen, onSelect, children } = props;
  const [focused, setFocused] = useState(false);
  const at = (event: MouseEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return nearest(event.clientX - left, event.clientY - top);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (index !== null && event.key === "Enter" && onOpen) onOpen(index);
    else if (index !== null && event.key === " " && onSelect) onSelect(index);
    else if (event.key === "Escape") onIndex(null);
    else {
      const next = moveTrack({ index, anchor: null }, { key: event.key, shiftKey: false }, count - 1);
      if (!next) return;
      onIndex(next.index);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const hit = at(event);
    if (hit === null) return;
    if (onSelect && (event.shiftKey || event.ctrlKey || event.metaKey || !onOpen)) onSelect(hit);
    else onOpen?.(hit);
  };
  const heard = focused ? index : null;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(count - 1, 0)}
      aria-valuenow={heard ?? 0}
      aria-valuetext={heard === null ? "nothing selected" : spoken(heard)}
      className={clsx(
        "absolute inset-0 touch-pan-y",
        (onOpen || onSelect) && index !== null && "cursor-pointer",
      )}
      onPointerMove={(event: PointerEvent<HTMLElement>) => onIndex(at(event))}
      onPointerLeave={() => onIndex(null)}
      onKeyDown={onKeyDown}
      onClick={onOpen || onSelect ? onClick : undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        onIndex(null);
      }}
    >
      {children}
    </div>
  );
}

/** A hairline where the looked-at point lies. */
export function PointLine({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return (
    <span
      aria-hidden="true"
      data-crosshair=""
      className="pointer-events-none absolute w-px bg-ink"
      style={{ left: x, top, height: bottom - top }}
    />
  );
}
