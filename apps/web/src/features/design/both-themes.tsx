import type { ReactNode } from "react";

/** The same pieces on paper and at night, whatever the viewer's theme is. */
export function BothThemes({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-5 desk:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="flex min-w-0 flex-col gap-5 rounded-sheet bg-canvas p-4 text-ink"
        >
          {children}
        </div>
      ))}
    </div>
  );
}
