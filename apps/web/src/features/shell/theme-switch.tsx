"use client";

import { Segmented } from "@headroom/ui";
import { THEMES, THEME_WORDS } from "./theme.ts";
import type { Theme } from "./theme.ts";
import { chooseTheme, useTheme } from "./theme-choice.ts";

const SEGMENTS = THEMES.map((value) => ({ value, label: THEME_WORDS[value] }));

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const chosen = useTheme(theme);
  return <Segmented label="Theme" size="small" segments={SEGMENTS} value={chosen} onChange={chooseTheme} />;
}
