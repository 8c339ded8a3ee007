"use client";

import { createContext } from "react";
import type { ComponentProps } from "react";

/** Whether the form around a button is sent by scripts. */
export const ScriptedForm = createContext(false);

/**
 * A form with `onSubmit` waits for its scripts: before that the browser would send it, reload the page and lose what
 * was typed. One with an `action` alone works without any.
 */
export function Form(props: ComponentProps<"form">) {
  return (
    <ScriptedForm value={props.onSubmit !== undefined}>
      <form {...props} />
    </ScriptedForm>
  );
}
