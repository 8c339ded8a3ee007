"use client";

import { useSyncExternalStore } from "react";

/** What all charts of a page highlight together, in the units of the x axis. */
export interface Sight {
  /** Where the crosshair stands. */
  at: number | null;
  /** The window selected for zooming. */
  mark: readonly [from: number, to: number] | null;
  /** The steady phase while its edges are being moved. */
  steady: readonly [from: number, to: number] | null;
}

/** Kept outside of React's state, so that moving it redraws no chart. */
export interface Crosshair {
  get: () => Sight;
  set: (change: Partial<Sight>) => void;
  subscribe: (listener: () => void) => () => void;
}

const NOWHERE: Sight = { at: null, mark: null, steady: null };

/** Create one per page: charts that share it move together. */
export function createCrosshair(): Crosshair {
  let current = NOWHERE;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (change) => {
      const next = { ...current, ...change };
      if (next.at === current.at && next.mark === current.mark && next.steady === current.steady) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSight<Key extends keyof Sight>(crosshair: Crosshair, key: Key): Sight[Key] {
  return useSyncExternalStore(
    crosshair.subscribe,
    () => crosshair.get()[key],
    () => NOWHERE[key],
  );
}
