"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GamedayAnswer } from "@headroom/contract";
import type { GamedayChoices } from "@headroom/services";
import { Button, ConfirmDialog } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { GAMEDAYS } from "../peak-day/addresses.ts";
import { EntryForm } from "../shell/entry-form.tsx";
import { gamedayAddress } from "./addresses.ts";
import { emptyValues, inputOf, isField, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { GamedayFields } from "./gameday-fields.tsx";

interface GamedayFormProps {
  /** Null: a new one. */
  gameday: GamedayAnswer | null;
  services: readonly { slug: string; name: string }[];
  service: string;
  /** What a gameday of that service can be planned with. */
  choices: GamedayChoices;
  /** The id of the peak day that a new one rehearses, or "". */
  peakDay: string;
  timeZone: string;
}

export function GamedayForm({ gameday, services, service, choices, peakDay, timeZone }: GamedayFormProps) {
  const [values, setValues] = useState(() =>
    gameday === null ? emptyValues({ service, timeZone, peakDay }) : valuesOf(gameday),
  );
  const change = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const { save, busy, problem } = useSaving(gameday);
  return (
    <EntryForm
      label="Gameday"
      problem={problem === null || isField(problem.field) ? null : problem.words}
      busy={busy}
      submit={gameday === null ? "Plan gameday" : "Save"}
      cancelHref={gameday === null ? GAMEDAYS : gamedayAddress(gameday.id)}
      onSubmit={() => void save(values)}
      remove={gameday === null ? null : <DeleteGameday gameday={gameday} />}
    >
      <GamedayFields
        {...{ values, problem, services }}
        isNew={gameday === null}
        known={{ service, choices }}
        onChange={change}
      />
    </EntryForm>
  );
}

function useSaving(gameday: GamedayAnswer | null) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.gameday.create.mutationOptions());
  const update = useMutation(trpc.gameday.update.mutationOptions());
  const [problem, setProblem] = useState<ExplainedRefusal | null>(null);
  return {
    problem,
    busy: create.isPending || update.isPending,
    save: async (values: FormValues) => {
      setProblem(null);
      try {
        const fields = inputOf(values, gameday);
        const saved =
          gameday === null
            ? await create.mutateAsync({ ...fields, service: values.service })
            : await update.mutateAsync({ ...fields, id: gameday.id, version: gameday.version });
        router.push(gamedayAddress(saved.id));
        router.refresh();
      } catch (error) {
        setProblem(explainRefusal(error));
      }
    },
  };
}

function DeleteGameday({ gameday: { id, name } }: { gameday: GamedayAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useMutation(trpc.gameday.delete.mutationOptions());
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${name}?`}
        confirm="Delete gameday"
        danger
        onConfirm={() => remove.mutateAsync({ id }).then(() => router.push(GAMEDAYS))}
        explain={(error) => explainRefusal(error).words}
      >
        Its findings are deleted, too. Runs stay.
      </ConfirmDialog>
    </>
  );
}
