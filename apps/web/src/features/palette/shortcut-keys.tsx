"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { OPEN_PALETTE } from "../shell/palette-button.tsx";
import { PAIR_MILLIS, stepOf } from "./shortcuts.ts";

const Palette = dynamic(() => import("./palette.tsx").then((module) => module.Palette), { ssr: false });
const ShortcutSheet = dynamic(() => import("./shortcut-sheet.tsx").then((module) => module.ShortcutSheet), {
  ssr: false,
});

type Shown = "palette" | "shortcuts" | null;

/** Handles the shortcuts that work on every page of a member. */
export function ShortcutKeys() {
  const router = useRouter();
  const pending = useRef<{ key: string; at: number } | null>(null);
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const first = pending.current;
      const fresh = first !== null && event.timeStamp - first.at <= PAIR_MILLIS;
      const step = stepOf(pressedKey(event), fresh ? first.key : null);
      pending.current = step.pending === null ? null : { key: step.pending, at: event.timeStamp };
      if (step.does === "nothing") return;
      event.preventDefault();
      if (step.does === "go") router.push(step.href);
      else setShown(step.does === "open-palette" ? "palette" : "shortcuts");
    };
    const onAsked = () => setShown("palette");
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener(OPEN_PALETTE, onAsked);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener(OPEN_PALETTE, onAsked);
    };
  }, [router]);
  const follow = (what: Exclude<Shown, null>) => (open: boolean) => setShown(open ? what : null);
  if (shown === "palette") return <Palette open onOpenChange={follow("palette")} />;
  return shown === "shortcuts" ? <ShortcutSheet open onOpenChange={follow("shortcuts")} /> : null;
}

function pressedKey(event: KeyboardEvent) {
  const target = event.target;
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=slider]") !== null);
  return {
    key: event.key,
    command: event.ctrlKey || event.metaKey,
    other: event.altKey || event.defaultPrevented,
    typing,
  };
}
