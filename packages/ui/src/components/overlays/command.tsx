"use client";

import { useEffect, useState } from "react";
import { Button } from "../fields/button.tsx";
import { Icon } from "../page/icon.tsx";

/** A command to copy. It wraps on narrow screens: the copy has the line as it was written. */
export function Command({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border border-line bg-sunken p-3 wide:flex-row wide:p-4">
      <pre
        aria-label={label}
        className="min-w-0 flex-1 font-mono text-12 leading-5 wrap-anywhere whitespace-pre-wrap text-ink"
      >
        {text}
      </pre>
      <Button onClick={copy}>
        <Icon name={copied ? "met" : "copy"} />
        <span role="status">{copied ? "Copied" : "Copy"}</span>
      </Button>
    </div>
  );
}
