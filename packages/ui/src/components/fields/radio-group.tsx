"use client";

import { useId } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { useEarlyChoice } from "./early-choice.ts";

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  options: readonly RadioOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  name?: string;
  /** Beside each other where there is room. */
  inline?: boolean;
  className?: string | undefined;
}

/** One of a few that need a line of explanation; without one, `Segmented` is shorter. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, defaultValue, onChange, name, inline = false, className } = props;
  const id = useId();
  const group = useEarlyChoice(options, value, onChange);
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={clsx("flex", inline ? "flex-wrap gap-x-5" : "flex-col", className)}
    >
      {options.map(({ value: own, label: words, hint, disabled = false }) => (
        <div key={own} className="flex items-start gap-2 text-13">
          <span className="relative my-2.5 flex size-4 flex-none wide:my-2">
            <input
              id={`${id}-${own}`}
              type="radio"
              name={name ?? id}
              value={own}
              disabled={disabled}
              aria-describedby={hint ? `${id}-${own}-hint` : undefined}
              {...(value === undefined
                ? { defaultChecked: own === defaultValue }
                : { checked: own === value })}
              onChange={() => onChange?.(own)}
              className="peer absolute -top-2 -left-2 size-8 cursor-pointer opacity-0 disabled:cursor-default"
            />
            <span
              className={clsx(
                "pointer-events-none size-4 rounded-full border border-control bg-surface peer-checked:border-ink",
                "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
                "peer-disabled:border-line peer-disabled:bg-sunken",
              )}
            />
            <span className="pointer-events-none absolute top-1 left-1 hidden size-2 rounded-full bg-ink peer-checked:block" />
          </span>
          <div className="min-w-0 py-[9px] wide:py-[7px]">
            <label htmlFor={`${id}-${own}`} className={clsx("block wrap-anywhere", disabled && "text-ink-3")}>
              {words}
            </label>
            {hint ? (
              <div id={`${id}-${own}-hint`} className="text-12 text-ink-3">
                {hint}
              </div>
            ) : null}
          </div>
        </div>
      ))}
    </div>
  );
}
