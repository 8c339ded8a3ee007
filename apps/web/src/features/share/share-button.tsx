"use client";

import type { ShareSubject } from "@headroom/contract";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, Icon } from "@headroom/ui";
import { usePageCommands } from "../shell/page-commands.ts";

/** Loaded when it is first opened. */
const ShareDialog = dynamic(() => import("./share-dialog.tsx").then((module) => module.ShareDialog), {
  ssr: false,
});

interface ShareButtonProps {
  subject: ShareSubject;
  /** What is shared, as in the dialog's title: "Run 12". */
  name: string;
}

/** For people who may edit; others don't see it. */
export function ShareButton({ subject, name }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  usePageCommands([{ title: `Share ${name}`, words: "link", run: () => setOpen(true) }]);
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
