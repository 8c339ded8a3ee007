import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GamedayAnswer } from "@headroom/contract";
import { Button, ConfirmDialog } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

/** Says what is still open before the report is frozen. */
export function CloseGameday({ gameday: { id, name, phase, counts } }: { gameday: GamedayAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const close = useMutation(trpc.gameday.close.mutationOptions());
  return (
    <>
      <Button look={phase === "ended" ? "primary" : "plain"} onClick={() => setAsked(true)}>
        Close gameday
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Close ${name}?`}
        confirm="Close gameday"
        onConfirm={() => close.mutateAsync({ id }).then(() => router.refresh())}
        explain={(error) => explainRefusal(error).words}
      >
        {phase === "running" ? "Its window isn't over, and runs from now on won't count. " : ""}
        {counts.open === 0
          ? ""
          : `${plural(counts.open, "step hasn't", "steps haven't")} been run, and the report says so. `}
        The report is frozen. You can&apos;t undo this.
      </ConfirmDialog>
    </>
  );
}
