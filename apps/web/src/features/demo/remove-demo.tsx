"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog, Icon } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

/** Asks first, and removes what the demo made. */
export function RemoveDemo() {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const remove = useMutation(trpc.demo.remove.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="trash" />
        Remove the demo
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove the demo?"
        confirm="Remove the demo"
        danger
        onConfirm={async () => {
          await remove.mutateAsync();
          router.refresh();
        }}
      >
        This deletes the demo's runs, experiments, peak days and gamedays. What you and others have added
        stays, even in the demo's experiments. You can load it again when the workspace is empty.
      </ConfirmDialog>
    </>
  );
}
