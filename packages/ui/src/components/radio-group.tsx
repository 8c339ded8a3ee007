"use client";

import * as RadixRadio from "@radix-ui/react-radio-group";
import { useId } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";

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
  const { label, options, onChange, inline = false, className, ...rest } = props;
  const id = useId();
  return (
    <RadixRadio.Root
      aria-label={label}
      {...(onChange
        ? {
            onValueChange: (next: string) => {
              const chosen = options.find(({ value }) => value === next);
              if (chosen) onChange(chosen.value);
            },
          }
        : {})}
      className={clsx("flex", inline ? "flex-wrap gap-x-5" : "flex-col", className)}
      {...rest}
    >
      {options.map(({ value, label: words, hint, disabled = false }) => (
        <div key={value} className="flex items-start gap-2 text-13">
          <RadixRadio.Item
            id={`${id}-${value}`}
            value={value}
            disabled={disabled}
            aria-describedby={hint ? `${id}-${value}-hint` : undefined}
            className={clsx(
              "relative my-2.5 flex size-4 flex-none items-center justify-center rounded-full border border-control bg-surface data-[state=checked]:border-ink wide:my-2",
              "after:absolute after:-inset-2 after:content-[''] disabled:border-line disabled:bg-sunken",
            )}
          >
            <RadixRadio.Indicator className="block size-2 rounded-full bg-ink" />
          </RadixRadio.Item>
          <div className="min-w-0 py-[9px] wide:py-[7px]">
            <label
              htmlFor={`${id}-${value}`}
              className={clsx("block wrap-anywhere", disabled && "text-ink-3")}
            >
              {words}
            </label>
            {hint ? (
              <div id={`${id}-${value}-hint`} className="text-12 text-ink-3">
                {hint}
              </div>
            ) : null}
          </div>
        </div>
      ))}
    </RadixRadio.Root>
  );
}
