"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

export function RevokeInvitation({ id, email }: { id: string; email: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(trpc.settings.revokeInvitation.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Take back the invitation of ${email}`}>
        Take back
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Take back the invitation of ${email}?`}
        confirm="Take back"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ invitationId: id });
          router.refresh();
        }}
      >
        Its link works no more. You can invite again.
      </ConfirmDialog>
    </>
  );
}
