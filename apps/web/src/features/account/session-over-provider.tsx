"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { SessionOverSlot } from "../../trpc/session-over-slot.ts";
import type { SessionOverActions } from "../../trpc/session-over-slot.ts";

/** Loaded when a session ends: until then, no page carries the form. */
const SessionOverDialog = dynamic(async () => (await import("./session-over-dialog.tsx")).SessionOverDialog, {
  ssr: false,
});

const showDialog = (actions: SessionOverActions) => <SessionOverDialog {...actions} />;

/** Lets every request on a page ask for a new sign-in when the session has ended. */
export function SessionOverProvider({ children }: { children: ReactNode }) {
  return <SessionOverSlot value={showDialog}>{children}</SessionOverSlot>;
}
