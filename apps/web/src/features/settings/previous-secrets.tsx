"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { BareButton, ConfirmDialog, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { TokenRow } from "./prepare-tokens.ts";

/** Until when the replaced secrets of a token work, and whether anything still uses them. */
export function PreviousSecrets({ row, timeZone }: { row: TokenRow; timeZone: string }) {
  if (row.previous.length === 0) return null;
  return (
    <span className="mt-1 block text-12 font-normal text-ink-2">
      {row.previous.map(({ validUntil, lastUsedAt }) => (
        <span key={`${validUntil} ${lastUsedAt}`} className="block">
          Previous secret valid until <ViewerTime from={validUntil} timeZone={timeZone} />,{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <ViewerTime from={lastUsedAt} timeZone={timeZone} />
            </>
          )}
        </span>
      ))}
      <EndPrevious id={row.id} name={row.name} several={row.previous.length > 1} />
    </span>
  );
}

function EndPrevious({ id, name, several }: { id: string; name: string; several: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const end = useMutation(trpc.settings.endPreviousSecrets.mutationOptions());
  const what = several ? "previous secrets" : "previous secret";
  return (
    <>
      <BareButton
        className={textLinkClass}
        onClick={() => setOpen(true)}
        aria-label={`End the ${what} of ${name} now`}
      >
        End now
      </BareButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`End the ${what} of “${name}”?`}
        confirm={`End ${what}`}
        danger
        onConfirm={async () => {
          await end.mutateAsync({ tokenId: id });
          router.refresh();
        }}
      >
        {several ? "They stop" : "It stops"} working immediately. The current secret keeps working.
      </ConfirmDialog>
    </>
  );
}
