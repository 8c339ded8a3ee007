"use client";

import { createContext } from "react";
import type { ReactNode } from "react";

export interface SessionOverActions {
  /** Signed in again, here or in another tab. */
  onBack: () => void;
  onLeave: () => void;
}

/** What the page shows over itself when the session has ended. The app fills it: this folder knows no feature. */
export const SessionOverSlot = createContext<(actions: SessionOverActions) => ReactNode>(() => null);
