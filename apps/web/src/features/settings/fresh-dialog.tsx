"use client";

import { useRouter } from "next/navigation";
import { Fragment, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "@headroom/ui";

export interface OpenDialog {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface FreshDialogProps {
  label: string;
  children: (dialog: OpenDialog) => ReactNode;
}

/** A dialog that starts empty each time: closing it discards what was typed and any secret that it showed. */
export function FreshDialog({ label, children }: FreshDialogProps) {
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
      <Button look="primary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Fragment key={round}>{children({ open, onOpenChange })}</Fragment>
    </>
  );
}
