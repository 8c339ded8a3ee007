import type { ReactNode } from "react";

const THEMES = ["light", "dark"] as const;

export interface InTheme {
  /** Part of the names of landmarks, which exist once per theme. */
  theme: (typeof THEMES)[number];
}

/** The same components in light and dark, whatever the viewer's theme is. */
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
