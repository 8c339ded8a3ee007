"use client";

import { useState } from "react";
import type { ReactNode } from "react";

interface FoldedProps {
  title: string;
  /** Something in it needs a look. */
  open: boolean;
  children: ReactNode;
}

/** What most uploads don't need. Once open, it only closes by hand: not under somebody who empties a field. */
export function Folded({ title, open, children }: FoldedProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen}>
      <summary className="min-h-6 cursor-pointer text-13 font-medium text-ink-2">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
