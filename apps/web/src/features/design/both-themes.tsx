import type { ReactNode } from "react";

const THEMES = ["light", "dark"] as const;

export interface InTheme {
  /** Stands in the names of the landmarks, which are there once for each. */
  theme: (typeof THEMES)[number];
}

/** The same pieces on paper and at night, whatever the viewer's theme is. */
export function BothThemes({ children }: { children: (shown: InTheme) => ReactNode }) {
  return (
    <div className="grid gap-5 desk:grid-cols-2">
      {THEMES.map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="flex min-w-0 flex-col gap-5 rounded-sheet bg-canvas p-4 text-ink"
        >
          {children({ theme })}
        </div>
      ))}
    </div>
  );
}
