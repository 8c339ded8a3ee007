"use client";

import * as RadixCheckbox from "@radix-ui/react-checkbox";
import { useId } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";

interface CheckboxProps {
  label: ReactNode;
  /** `mixed`: some of the items it represents. */
  checked?: boolean | "mixed";
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
  hint?: ReactNode;
  name?: string;
  value?: string;
  disabled?: boolean;
  /** Only for screen readers, because the column head already shows the label. */
  hideLabel?: boolean;
  className?: string | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { label, checked, onChange, hint, hideLabel = false, className, ...rest } = props;
  const id = useId();
  return (
    <div className={clsx("flex items-start gap-2 text-13", className)}>
      <RadixCheckbox.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(checked === undefined ? {} : { checked: checked === "mixed" ? "indeterminate" : checked })}
        {...(onChange ? { onCheckedChange: (next) => onChange(next === true) } : {})}
        className={clsx(
          "group relative my-2.5 flex size-4 flex-none items-center justify-center rounded-chip border border-control bg-surface text-surface wide:my-2",
          "after:absolute after:-inset-2.5 after:content-[''] wide:after:-inset-2",
          "data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink",
          "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
        )}
        {...rest}
      >
        <RadixCheckbox.Indicator>
          <svg
            viewBox="0 0 12 12"
            aria-hidden="true"
            className="size-3"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          >
            <path d="m2.5 6.3 2.3 2.4 4.700-5.200" className="group-data-[state=indeterminate]:hidden" />
            <path d="M2.500 6h7" className="hidden group-data-[state=indeterminate]:block" />
          </svg>
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <div className={clsx("min-w-0 py-[9px] wide:py-[7px]", hideLabel && "sr-only")}>
        <label htmlFor={id} className="block wrap-anywhere">
          {label}
        </label>
        {hint ? (
          <div id={`${id}-hint`} className="text-12 text-ink-3">
            {hint}
          </div>
        ) : null}
      </div>
    </div>
  );
}
