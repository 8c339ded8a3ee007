"use client";

import * as RadixSwitch from "@radix-ui/react-switch";
import { useId } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";

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
  return (
    <div className={clsx("inline-flex min-h-9 items-center gap-2 text-13 wide:min-h-8", className)}>
      <RadixSwitch.Root
        id={id}
        {...(onChange ? { onCheckedChange: onChange } : {})}
        className={clsx(
          "relative h-4.5 w-7.5 flex-none rounded-full bg-control transition-colors duration-120 data-[state=checked]:bg-ink",
          "after:absolute after:-inset-2 after:content-[''] disabled:bg-line-strong",
        )}
        {...rest}
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-surface transition-transform duration-120 data-[state=checked]:translate-x-3.5" />
      </RadixSwitch.Root>
      <label htmlFor={id} className="min-w-0 cursor-pointer wrap-anywhere">
        {label}
      </label>
    </div>
  );
}
