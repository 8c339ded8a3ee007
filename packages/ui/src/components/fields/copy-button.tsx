"use client";

import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import type { ButtonLook } from "./button.tsx";
import { Icon } from "../page/icon.tsx";

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  /** The word on the button. */
  label?: string;
  /** What is copied, where several stand side by side: "Copy the token". */
  name?: string;
  look?: ButtonLook;
  className?: string | undefined;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, label = "Copy", name, look = "plain", className }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    void writeClipboard(text).then((done) => setState(done ? "copied" : "failed"));
  };
  const words = { idle: label, copied: "Copied", failed: "Copy failed" }[state];
  return (
    <Button
      look={look}
      onClick={copy}
      aria-label={state === "idle" ? name : undefined}
      {...(className === undefined ? {} : { className })}
    >
      <Icon name={state === "copied" ? "check" : state === "failed" ? "warning" : "copy"} />
      <span role="status">{words}</span>
    </Button>
  );
}

/** Browsers give insecure origins no clipboard: false then, and the text can still be selected. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
