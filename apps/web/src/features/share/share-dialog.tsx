"use client";

import type { ShareSubject } from "@headroom/contract";
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
      description={descriptionOf(subject)}
    >
      <div className="flex flex-col gap-6">
        <NewShare subject={subject} />
        <ShareList subject={subject} />
      </div>
    </Dialog>
  );
}

function descriptionOf({ kind }: ShareSubject): string {
  const rest = "The link gives no access to anything else in the workspace.";
  if (kind === "readiness")
    return `Anyone with the link can see this report without an account, with the names of members who accept risks and of owners of actions. ${rest}`;
  if (kind === "gameday")
    return `Anyone with the link can see this report without an account, with the names of those who led, watched, ticked and found something, but not the notes. ${rest}`;
  if (kind === "rounds")
    return `Anyone with the link can see this comparison without an account, with the names of all experiments of the service. ${rest}`;
  return kind === "peak-day"
    ? `Anyone with the link can follow this peak day live, without an account. It doesn't show the owner, the notes, who added an event, or an event's link. ${rest}`
    : `Anyone with the link can see this report without an account. ${rest}`;
}
