"use client";

import { useId } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { useEarlyCheck } from "./early-check.ts";

interface SwitchProps {
  label: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string | undefined;
}

/** Takes effect immediately. If a button applies the change, use a checkbox. */
export function Switch({ label, onChange, className, ...rest }: SwitchProps) {
  const id = useId();
  const control = useEarlyCheck(rest.checked, onChange);
  return (
    <div className={clsx("inline-flex min-h-9 items-center gap-2 text-13 wide:min-h-8", className)}>
      <span className="relative flex h-4.5 w-7.5 flex-none">
        <input
          ref={control}
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
          role="switch"
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer absolute -inset-y-2 -left-2 h-8.5 w-11.5 cursor-pointer opacity-0 disabled:cursor-default"
          {...rest}
        />
        <span
          className={clsx(
            "pointer-events-none h-4.5 w-7.5 rounded-full bg-control transition-colors duration-120 peer-checked:bg-ink peer-disabled:bg-line-strong",
            "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
          )}
        />
        <span className="pointer-events-none absolute top-0.5 left-0.5 block size-3.5 rounded-full bg-surface transition-transform duration-120 peer-checked:translate-x-3" />
      </span>
      <label htmlFor={id} className="min-w-0 cursor-pointer wrap-anywhere">
        {label}
      </label>
    </div>
  );
}
