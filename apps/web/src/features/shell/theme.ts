export const THEME_COOKIE = "headroom_theme";
export const ZONE_COOKIE = "headroom_zone";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_WORDS: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export function readTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

const YEAR_SECONDS = 31_536_000;

/** A cookie instead of the browser's storage, so that the server renders the right theme before scripts run. */
export function rememberCookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
