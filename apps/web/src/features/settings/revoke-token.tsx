"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(trpc.settings.revokeToken.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke “${name}”?`}
        confirm="Revoke token"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ tokenId: id });
          router.refresh();
        }}
      >
        It stops working immediately and can't be restored. Runs uploaded with it stay.
      </ConfirmDialog>
    </>
  );
}
