"use client";

import type { ShareSubject } from "@headroom/services";
import { Dialog } from "@headroom/ui";
import { NewShare } from "./new-share.tsx";
import { ShareList } from "./share-list.tsx";

interface ShareDialogProps {
  subject: ShareSubject;
  name: string;
  onClose: () => void;
}

/** Makes a link, shows it this once, and lists those that there are. */
export function ShareDialog({ subject, name, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Share ${name}`}
      description="Whoever has the link sees this one report, without an account. Nothing else of the workspace is reachable through it."
    >
      <div className="flex flex-col gap-6">
        <NewShare subject={subject} />
        <ShareList subject={subject} />
      </div>
    </Dialog>
  );
}
