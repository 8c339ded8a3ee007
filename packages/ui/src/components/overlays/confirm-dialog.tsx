"use client";

import type { ReactNode } from "react";
import { latePart, useWhenOpened } from "./late-part.ts";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of what it is about. */
  title: ReactNode;
  /** What happens next, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button: "Delete run". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** With a promise the dialog stays busy, closes when it resolves, and shows the error when it rejects. */
  onConfirm: () => void | Promise<unknown>;
  /** The text of a failure; by default the error's message. */
  explain?: (error: unknown) => ReactNode;
}

const useConfirmPart = latePart(() => import("./confirm-part.tsx").then(({ ConfirmPart }) => ConfirmPart));

/** Asks before an action that is hard to undo. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [Part, load] = useConfirmPart();
  useWhenOpened(Part === null ? load : null, props);
  return Part === null ? null : <Part {...props} />;
}
