"use client";

import { useState } from "react";
import { Segmented } from "@headroom/ui";
import { THEME_COOKIE, rememberCookie } from "./theme.ts";
import type { Theme } from "./theme.ts";

const SEGMENTS = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const satisfies readonly { value: Theme; label: string }[];

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme);
  const choose = (next: Theme) => {
    setChosen(next);
    document.cookie = rememberCookie(THEME_COOKIE, next);
    if (next === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = next;
  };
  return <Segmented label="Theme" size="small" segments={SEGMENTS} value={chosen} onChange={choose} />;
}
