"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The viewer's zone as the browser says it; until then the one that the server knows from the last visit. */
export function useZone(known: string): string {
  return useSyncExternalStore(never, browserZone, () => known);
}
