import { useSyncExternalStore } from "react";
import { readTheme, rememberCookie, THEME_COOKIE } from "./theme.ts";
import type { Theme } from "./theme.ts";

const CHANGED = "headroom:theme";

/** Shows the page in a theme, and remembers it for the next ones. */
export function chooseTheme(theme: Theme): void {
  document.cookie = rememberCookie(THEME_COOKIE, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  window.dispatchEvent(new Event(CHANGED));
}

function follow(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}

/** The theme of the page, wherever it was chosen. */
export function useTheme(rendered: Theme): Theme {
  return useSyncExternalStore(
    follow,
    () => readTheme(document.documentElement.dataset["theme"]),
    () => rendered,
  );
}
