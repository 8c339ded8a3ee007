"use client";

import { useRouter } from "next/navigation";
import { Fragment, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "@headroom/ui";
import type { ButtonLook } from "@headroom/ui";

export interface OpenDialog {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface FreshDialogProps {
  label: string;
  /** For screen readers, if the label alone doesn't say what it is about. */
  fullLabel?: string;
  look?: ButtonLook;
  children: (dialog: OpenDialog) => ReactNode;
}

/** A dialog that starts empty each time: closing it discards what was typed and any secret that it showed. */
export function FreshDialog({ label, fullLabel = label, look = "primary", children }: FreshDialogProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    if (next) return;
    setRound(round + 1);
    router.refresh();
  };
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)} aria-label={fullLabel}>
        {label}
      </Button>
      <Fragment key={round}>{children({ open, onOpenChange })}</Fragment>
    </>
  );
}
