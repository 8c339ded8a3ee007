"use client";

import { useEffect } from "react";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** A key pressed within this time after "g" goes to another page. */
const PAIR_MILLIS = 1_200;

/** j and k, or the arrows, move between rows. Enter opens the row's link, and c selects its run for comparison. */
export function ListKeys({ list }: { list: string }) {
  useEffect(() => {
    let pairUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const inPair = event.timeStamp < pairUntil;
      pairUntil = event.key === "g" ? event.timeStamp + PAIR_MILLIS : 0;
      if (inPair || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      if (pressInList(list, event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [list]);
  return null;
}

/** Whether the key does something in the list. */
function pressInList(list: string, key: string): boolean {
  const rows = rowsOf(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const step = STEPS[key];
  if (step !== undefined && (at >= 0 || !key.startsWith("Arrow"))) {
    const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    next?.querySelector("a")?.focus();
    return true;
  }
  if (key !== "c" || at < 0) return false;
  rows[at]?.querySelector<HTMLInputElement>("input[data-select]")?.click();
  return true;
}

function rowsOf(list: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-list="${list}"] [data-row]`)];
}

/** Someone is typing, or has a menu or a dialog open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "checkbox";
  return (
    target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="menu"], [role="dialog"]') !== null
  );
}
