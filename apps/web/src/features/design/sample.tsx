import type { ReactNode } from "react";
import { SheetSection, SheetTitle } from "@headroom/ui";

/** One component with its name and a note on what to look at. */
export function Sample({ title, words, children }: { title: string; words?: string; children: ReactNode }) {
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <SheetTitle>{title}</SheetTitle>
      <p className="mb-3 min-h-0 text-12 text-ink-3">{words}</p>
      {children}
    </SheetSection>
  );
}
