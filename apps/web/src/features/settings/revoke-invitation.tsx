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
      <Button onClick={() => setOpen(true)} aria-label={`Revoke the invitation for ${email}`}>
        Revoke
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke the invitation for ${email}?`}
        confirm="Revoke invitation"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ invitationId: id });
          router.refresh();
        }}
      >
        The link stops working immediately. You can invite this person again.
      </ConfirmDialog>
    </>
  );
}
