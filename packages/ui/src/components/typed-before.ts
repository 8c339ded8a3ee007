import { useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import type { Ref, RefObject } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface Controlled<Control extends TextControl> {
  value: string | undefined;
  onChange: ((value: string) => void) | undefined;
  /** A second ref to the control. */
  ref: Ref<Control | null> | undefined;
}

/**
 * People can type before the page's scripts run, and React does not report that. The text found in the control when it
 * mounts is taken over, so that nothing typed is lost.
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
