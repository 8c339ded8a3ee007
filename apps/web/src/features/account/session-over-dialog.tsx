"use client";

import { Button, Dialog, textLinkClass } from "@headroom/ui";
import type { SessionOverActions } from "../../trpc/session-over-slot.ts";
import { CredentialsForm } from "./credentials-form.tsx";

/** A dialog over the page instead of a redirect, so that what was typed there stays. */
export function SessionOverDialog({ onBack, onLeave }: SessionOverActions) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave();
      }}
      width="narrow"
      title="Your session has ended"
      description="Sign in to continue. This page stays as it is, but your last action wasn't saved: repeat it after you sign in."
    >
      <CredentialsForm onSignedIn={onBack} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-13">
        {/* In a new tab, so that this page stays as it is. */}
        <a href="/sign-in" target="_blank" rel="noreferrer" className={textLinkClass}>
          Sign in another way
        </a>
        <Button onClick={onBack}>I've signed in</Button>
      </div>
    </Dialog>
  );
}
