"use client";

import clsx from "clsx";
import { useId } from "react";
import { useEarlyChoice } from "./early-choice.ts";

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number;
}

interface SegmentedProps<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  size?: "control" | "small";
}

/** One of a few: native radio buttons, so the arrow keys work. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  const small = props.size === "small";
  const group = useEarlyChoice(props.segments, props.value, props.onChange);
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={props.label}
      className={clsx(
        "relative inline-flex max-w-full overflow-x-auto rounded-control border border-line-strong bg-surface",
        !small && "w-full wide:w-auto",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      )}
    >
      {props.segments.map(({ value, label, count }, position) => (
        <label
          key={value}
          className={clsx(
            "flex flex-auto cursor-pointer items-center justify-center gap-1 whitespace-nowrap transition-colors duration-120 wide:gap-1.5",
            small ? "h-8 px-2.5 text-12 wide:h-7" : "h-8.5 px-1.5 text-13 wide:h-7.5 wide:px-3",
            position > 0 && "border-l border-line",
            value === props.value ? "bg-neutral-soft font-semibold text-ink" : "text-ink-2 hover:text-ink",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            className="sr-only"
          />
          {label}
          {count === undefined ? null : <span className="text-12 font-normal text-ink-3">{count}</span>}
        </label>
      ))}
    </div>
  );
}
