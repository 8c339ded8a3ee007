import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { Ref, RefObject } from "react";
import { flushSync } from "react-dom";

interface EarlyInput<Control, Value> {
  /** What the control holds and its state does not; null if they agree. */
  read: (control: Control) => Value | null;
  /** Puts it into the state, as the control's own change event would. */
  report: (value: Value) => void;
  /** For callers that need the control as well. */
  ref?: Ref<Control | null> | undefined;
}

/**
 * A page can be used before its scripts run, and React reports nothing of that. So each control checks once, when its
 * scripts start, whether it was typed into, checked or chosen from before, and reports it like any other change.
 * Controls report one after the other, so that the second one already sees the state that the first one left.
 */
export function useEarlyInput<Control extends HTMLElement, Value>({
  read,
  report,
  ref,
}: EarlyInput<Control, Value>): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useImperativeHandle<Control | null, Control | null>(ref, () => control.current, []);
  const readNow = useEffectEvent(read);
  const reportNow = useEffectEvent(report);
  // Before any other effect: a later render would put the state back into the control.
  useLayoutEffect(() => {
    const held = control.current === null ? null : readNow(control.current);
    if (held !== null) queueMicrotask(() => flushSync(() => reportNow(held)));
  }, []);
  return control;
}
