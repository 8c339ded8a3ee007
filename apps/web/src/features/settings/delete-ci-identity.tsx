"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

export function DeleteCiIdentity({ id, name }: { id: string; name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const remove = useMutation(trpc.settings.deleteCiIdentity.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Delete ${name}`}>
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete “${name}”?`}
        confirm="Delete CI identity"
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ identityId: id });
          router.refresh();
        }}
      >
        Its jobs get no more tokens, and those that they have stop working immediately. Runs that they
        uploaded stay.
      </ConfirmDialog>
    </>
  );
}
