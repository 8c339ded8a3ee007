"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Until scripts run, a form with a password must not be sent: the browser would put it into the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
