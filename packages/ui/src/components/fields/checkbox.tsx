"use client";

import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { useEarlyCheck } from "./early-check.ts";

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

/** The browser's own, with a box of ours drawn over it: it can be checked before any script runs. */
export function Checkbox(props: CheckboxProps) {
  const { label, checked, onChange, hint, hideLabel = false, className, ...rest } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const control = useEarlyCheck(checked === "mixed" ? false : checked, onChange, input);
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === "mixed";
  }, [checked]);
  return (
    <div className={clsx("flex items-start gap-2 text-13", className)}>
      <span className="relative my-2.5 flex size-4 flex-none wide:my-2">
        <input
          ref={control}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...(checked === undefined ? {} : { checked: checked === true })}
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer absolute -top-2.5 -left-2.5 size-9 cursor-pointer opacity-0 disabled:cursor-default wide:-top-2 wide:-left-2 wide:size-8"
          {...rest}
        />
        <span
          className={clsx(
            "pointer-events-none size-4 rounded-chip border border-control bg-surface",
            "peer-checked:border-ink peer-checked:bg-ink peer-indeterminate:border-ink peer-indeterminate:bg-ink",
            "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
            "peer-disabled:border-line peer-disabled:bg-sunken",
          )}
        />
        <Stroke
          path="m2.5 6.3 2.3 2.4 4.700-5.200"
          className="peer-checked:block peer-indeterminate:hidden"
        />
        <Stroke path="M2.500 6h7" className="peer-indeterminate:block" />
      </span>
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

function Stroke({ path, className }: { path: string; className: string }) {
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden="true"
      className={clsx(
        "pointer-events-none absolute top-0.5 left-0.5 hidden size-3 text-surface peer-disabled:text-ink-3",
        className,
      )}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d={path} />
    </svg>
  );
}
