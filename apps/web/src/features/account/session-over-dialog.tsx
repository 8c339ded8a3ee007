"use client";

import { Button, Dialog, textLinkClass } from "@headroom/ui";
import type { SessionOverActions } from "../../trpc/session-over-slot.ts";
import { CredentialsForm } from "./credentials-form.tsx";

/** Over the page and not in its place: what was typed there waits. */
export function SessionOverDialog({ onBack, onLeave }: SessionOverActions) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave();
      }}
      width="narrow"
      title="Your session is over"
      description="Sign in again and go on: nothing on this page is lost. What you did last was not saved; do it again then."
    >
      <CredentialsForm onSignedIn={onBack} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-13">
        {/* A tab of its own: this page stays as it is. */}
        <a href="/sign-in" target="_blank" rel="noreferrer" className={textLinkClass}>
          Sign in another way
        </a>
        <Button onClick={onBack}>I have signed in</Button>
      </div>
    </Dialog>
  );
}
