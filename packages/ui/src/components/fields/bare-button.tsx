"use client";

import { useContext } from "react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { ScriptedForm } from "./form.tsx";
import { useHydrated } from "./hydrated.ts";

interface BareButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * What every button is made of. Until its scripts run it can't be pressed and shows that: a press would be lost, and a
 * form would be sent by the browser. In a form that the browser may send it works right away.
 */
export function BareButton({ type = "button", disabled = false, ...rest }: BareButtonProps) {
  const hydrated = useHydrated();
  const scripted = useContext(ScriptedForm);
  const waiting = !hydrated && !disabled && (type === "button" || scripted);
  return (
    <button type={type} disabled={disabled || waiting} data-waiting={waiting ? "" : undefined} {...rest} />
  );
}
