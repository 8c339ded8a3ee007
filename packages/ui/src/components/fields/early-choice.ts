import type { RefObject } from "react";
import { useEarlyInput } from "./early-input.ts";

/** One of a group of radio buttons that was chosen before the scripts ran; the answer goes to the group's element. */
export function useEarlyChoice<Value extends string>(
  options: readonly { value: Value }[],
  value: Value | undefined,
  onChange: ((value: Value) => void) | undefined,
): RefObject<HTMLDivElement | null> {
  return useEarlyInput<HTMLDivElement, Value>({
    read: (group) => {
      const checked = group.querySelector<HTMLInputElement>("input:checked")?.value;
      const chosen = options.find((option) => option.value === checked);
      return chosen === undefined || chosen.value === value ? null : chosen.value;
    },
    report: (chosen) => onChange?.(chosen),
  });
}
