"use client";

import type { ReactNode } from "react";
import { latePart, useWhenOpened } from "./late-part.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, with the primary one last. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "broad";
}

const useDialogPart = latePart(() => import("./dialog-part.tsx").then(({ DialogPart }) => DialogPart));

/** A modal task: focus stays inside, Escape closes it, and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [Part, load] = useDialogPart();
  useWhenOpened(Part === null ? load : null, props);
  return Part === null ? null : <Part {...props} />;
}
