"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Icon, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

interface AcceptButtonProps {
  /** The run that later ones are compared with from then on. */
  runId: string;
  /** "p99 +23% since run 32" */
  change: string;
  /** What got worse, for those who don't see the row. */
  of: string;
}

/** Accepts a worse level from a list. */
export function AcceptButton({ runId, change, of }: AcceptButtonProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const { mutateAsync: accept } = useMutation(trpc.run.accept.mutationOptions());
  return (
    <>
      <Button look="quiet" aria-label={`Accept the change of ${of}`} onClick={() => setOpen(true)}>
        <Icon name="check" />
        Accept
      </Button>
      {open ? (
        <ReasonDialog
          title="Accept this change?"
          description={`${change}. Later runs are compared with the present level, although it is worse.`}
          confirm="Accept change"
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            await accept({ runId, reason });
            toast({ text: "The change is accepted. Later runs are judged again.", tone: "good" });
            router.refresh();
          }}
        />
      ) : null}
    </>
  );
}
