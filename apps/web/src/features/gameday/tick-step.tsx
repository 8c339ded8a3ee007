import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GamedayStepAnswer } from "@headroom/contract";
import type { TickedOutcome } from "@headroom/core";
import { Button, Notice, TextInput } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { OUTCOMES } from "./prepare-gameday.ts";

const CHOICES: readonly TickedOutcome[] = ["as-expected", "not-as-expected"];

/** How something that was tried went, or takes that back. */
export function TickStep({ gamedayId, step }: { gamedayId: string; step: GamedayStepAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [note, setNote] = useState("");
  const tick = useMutation(
    trpc.gameday.tick.mutationOptions({
      onSuccess: () => {
        setNote("");
        router.refresh();
      },
    }),
  );
  const send = (outcome: TickedOutcome | null) =>
    tick.mutate({ id: gamedayId, stepId: step.id, outcome, note: outcome === null ? "" : note });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      {step.tick === null ? (
        <>
          <TextInput
            className="max-w-80"
            aria-label={`What you saw in ${step.title}`}
            placeholder="What you saw (optional)"
            value={note}
            onChange={setNote}
            maxLength={1_000}
            autoComplete="off"
          />
          {CHOICES.map((outcome) => (
            <Button
              key={outcome}
              busy={tick.isPending}
              aria-label={`${step.title}: ${OUTCOMES[outcome]}`}
              onClick={() => send(outcome)}
            >
              {OUTCOMES[outcome]}
            </Button>
          ))}
        </>
      ) : (
        <Button busy={tick.isPending} onClick={() => send(null)}>
          Undo
        </Button>
      )}
      {tick.isError ? (
        <Notice tone="bad" live>
          {explainRefusal(tick.error).words}
        </Notice>
      ) : null}
    </div>
  );
}
