"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, Icon } from "@headroom/ui";
import type { ShareSubject } from "@headroom/services";

/** The dialog comes when it is wanted. */
const ShareDialog = dynamic(() => import("./share-dialog.tsx").then((module) => module.ShareDialog), {
  ssr: false,
});

interface ShareButtonProps {
  subject: ShareSubject;
  /** What is shared, as the dialog's title says it: "Run 12". */
  name: string;
}

/** For whoever may edit; to others it is not offered. */
export function ShareButton({ subject, name }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="share" />
        Share
      </Button>
      {open ? <ShareDialog subject={subject} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
