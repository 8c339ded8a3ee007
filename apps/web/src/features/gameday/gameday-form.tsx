"use client";

import { useState } from "react";
import type { GamedayAnswer } from "@headroom/contract";
import type { GamedayChoices } from "@headroom/services";
import { useTRPCClient } from "../../trpc/client.tsx";
import { GAMEDAYS } from "../peak-day/addresses.ts";
import { DeleteEntry } from "../shell/delete-entry.tsx";
import { EntryForm } from "../shell/entry-form.tsx";
import { useSaving } from "../shell/use-saving.ts";
import { gamedayAddress } from "./addresses.ts";
import { emptyValues, fieldsOf, inputOf, valuesOf } from "./form-values.ts";
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
  const { gameday: calls } = useTRPCClient();
  const { save, busy, problem } = useSaving(async (typed: FormValues) => {
    const fields = inputOf(typed, gameday);
    const { id } =
      gameday === null
        ? await calls.create.mutate({ ...fields, service: typed.service })
        : await calls.update.mutate({ ...fields, id: gameday.id, version: gameday.version });
    return gamedayAddress(id);
  });
  return (
    <EntryForm
      label="Gameday"
      problem={problem}
      fields={fieldsOf(gameday)}
      busy={busy}
      submit={gameday === null ? "Plan gameday" : "Save"}
      cancelHref={gameday === null ? GAMEDAYS : gamedayAddress(gameday.id)}
      onSubmit={() => save(values)}
      remove={
        gameday === null ? null : (
          <DeleteEntry
            name={gameday.name}
            kind="gameday"
            send={() => calls.delete.mutate({ id: gameday.id })}
            after={GAMEDAYS}
          >
            Its findings are deleted, too. Runs stay.
          </DeleteEntry>
        )
      }
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
