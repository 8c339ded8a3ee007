import { useSyncExternalStore } from "react";

/** The point that all charts of a page look at. Kept outside of React's state, so that moving it redraws no chart. */
export interface Crosshair {
  get: () => number | null;
  set: (index: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createCrosshair(): Crosshair {
  let current: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (index) => {
      if (index === current) return;
      current = index;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useCrosshair(crosshair: Crosshair): number | null {
  return useSyncExternalStore(crosshair.subscribe, crosshair.get, () => null);
}
