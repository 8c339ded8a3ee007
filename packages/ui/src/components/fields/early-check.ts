import type { Ref, RefObject } from "react";
import { useEarlyInput } from "./early-input.ts";

/** A checkbox or switch that was used before the scripts ran. */
export function useEarlyCheck(
  checked: boolean | undefined,
  onChange: ((checked: boolean) => void) | undefined,
  ref?: Ref<HTMLInputElement | null>,
): RefObject<HTMLInputElement | null> {
  return useEarlyInput<HTMLInputElement, boolean>({
    read: (control) => (checked === undefined || control.checked === checked ? null : control.checked),
    report: (held) => onChange?.(held),
    ref,
  });
}
