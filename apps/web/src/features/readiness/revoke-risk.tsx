"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AcceptedRiskAnswer } from "@headroom/contract";
import { Button, ConfirmDialog } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

/** Ends an accepted risk before its date. */
export function RevokeRisk({
  risk: { id, experiment },
  what,
  covers,
}: {
  risk: Pick<AcceptedRiskAnswer, "id" | "experiment">;
  /** Of the experiment: "p99 ≤ 200 ms". */
  what: string;
  /** What is accepted, as the start of a sentence: "The miss of p99 ≤ 200 ms". */
  covers: string;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(trpc.readiness.revokeRisk.mutationOptions());
  return (
    <>
      <Button
        className="mt-2.5"
        onClick={() => setOpen(true)}
        aria-label={`Revoke the risk of ${experiment.name}, ${what}`}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke the accepted risk of ${experiment.name}?`}
        confirm="Revoke"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ id });
          router.refresh();
        }}
      >
        {covers} no longer counts as accepted, for every peak day of the service. Revoking is in the audit
        log.
      </ConfirmDialog>
    </>
  );
}
