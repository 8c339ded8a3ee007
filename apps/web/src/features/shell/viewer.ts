import "server-only";
import { cookies } from "next/headers";
import { knownTimeZone } from "@headroom/ui";
import { THEME_COOKIE, ZONE_COOKIE, readTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";

export interface Viewer {
  theme: Theme;
  timeZone: string;
}

/** The viewer's theme and time zone, remembered from their last visit. */
export async function readViewer(): Promise<Viewer> {
  const jar = await cookies();
  return {
    theme: readTheme(jar.get(THEME_COOKIE)?.value),
    timeZone: knownTimeZone(jar.get(ZONE_COOKIE)?.value),
  };
}
