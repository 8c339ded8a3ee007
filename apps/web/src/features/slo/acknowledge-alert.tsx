"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

/** Somebody looks into it. */
export function AcknowledgeAlert({ sloId }: { sloId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const acknowledge = useMutation(
    trpc.slo.acknowledge.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  return (
    <>
      <Button busy={acknowledge.isPending} onClick={() => acknowledge.mutate({ id: sloId })}>
        Acknowledge
      </Button>
      {acknowledge.error === null ? null : (
        <span role="alert" className="text-12 text-bad">
          {explainRefusal(acknowledge.error).words}
        </span>
      )}
    </>
  );
}
