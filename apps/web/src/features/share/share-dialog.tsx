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

/** Creates a link, shows it once, and lists the existing ones. */
export function ShareDialog({ subject, name, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Share ${name}`}
      description="Anyone with the link can see this report without an account. The link gives no access to anything else in the workspace."
    >
      <div className="flex flex-col gap-6">
        <NewShare subject={subject} />
        <ShareList subject={subject} />
      </div>
    </Dialog>
  );
}
