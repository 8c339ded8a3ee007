"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

interface OfChannel {
  id: string;
  name: string;
}

export function TestChannel({ id, name }: OfChannel) {
  const trpc = useTRPC();
  const router = useRouter();
  const test = useMutation(trpc.notification.test.mutationOptions({ onSettled: () => router.refresh() }));
  return (
    <>
      <Button
        look="quiet"
        busy={test.isPending}
        onClick={() => test.mutate({ id })}
        aria-label={`Send a test to ${name}`}
      >
        Send a test
      </Button>
      <Said error={test.error} done={test.isSuccess ? "On its way." : null} />
    </>
  );
}

export function DeleteChannel({ id, name }: OfChannel) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const remove = useMutation(trpc.notification.delete.mutationOptions());
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)} aria-label={`Delete ${name}`}>
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete “${name}”?`}
        confirm="Delete channel"
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id });
          router.refresh();
        }}
        explain={(error) => explainRefusal(error).words}
      >
        Messages that are still waiting won't be sent, and what was sent to it is no longer listed.
      </ConfirmDialog>
    </>
  );
}

/** Sends a delivery again. */
export function SendAgain({ id }: { id: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const replay = useMutation(trpc.notification.replay.mutationOptions({ onSettled: () => router.refresh() }));
  return (
    <>
      <Button busy={replay.isPending} onClick={() => replay.mutate({ id })}>
        Send again
      </Button>
      <Said error={replay.error} done={replay.isSuccess ? "On its way." : null} />
    </>
  );
}

function Said({ error, done }: { error: unknown; done: string | null }) {
  return (
    <span role="status" className={`text-12 ${error === null ? "text-ink-2" : "text-bad"}`}>
      {error === null ? done : explainRefusal(error).words}
    </span>
  );
}
