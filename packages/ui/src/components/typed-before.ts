import { useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import type { Ref, RefObject } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface Controlled<Control extends TextControl> {
  value: string | undefined;
  onChange: ((value: string) => void) | undefined;
  /** Whoever else wants the control. */
  ref: Ref<Control | null> | undefined;
}

/**
 * A page can be typed into before its scripts are there, and React tells nobody of that: what stands in the control
 * when it wakes up is taken over, so that nothing typed is lost.
 */
export function useTypedBefore<Control extends TextControl>({
  value,
  onChange,
  ref,
}: Controlled<Control>): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useImperativeHandle<Control | null, Control | null>(ref, () => control.current, []);
  const wakeUp = useEffectEvent(() => {
    const typed = control.current?.value;
    if (typed !== undefined && value !== undefined && typed !== value) onChange?.(typed);
  });
  useEffect(() => wakeUp(), []);
  return control;
}
