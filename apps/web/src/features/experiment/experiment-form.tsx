"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ExperimentDetail, ExperimentSuggestions } from "@headroom/services";
import { Button, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { ExperimentFields } from "./experiment-fields.tsx";
import { EMPTY_VALUES, inputOf, isChanged, joinValues, seenOf, valuesOf } from "./form-values.ts";
import type { FormValues, Joined, Seen } from "./form-values.ts";
import { experimentAddress } from "./search-params.ts";
import { explainSaving } from "./saving-problem.ts";
import type { SavingProblem } from "./saving-problem.ts";
import { unreadableTargets } from "./unreadable-targets.ts";

interface ExperimentFormProps {
  /** Null: a new one. */
  experiment: ExperimentDetail | null;
  /** Of a new one, where the address says it. */
  service?: string;
  suggestions: ExperimentSuggestions;
}

export function ExperimentForm({ experiment, service = "", suggestions }: ExperimentFormProps) {
  const router = useRouter();
  const first = experiment ? valuesOf(experiment) : { ...EMPTY_VALUES, service };
  const [base, setBase] = useState<FormValues>(first);
  const [values, setValues] = useState<FormValues>(first);
  const [seen, setSeen] = useState<Seen>(experiment ? seenOf(experiment) : { version: 0, targetsVersion: 0 });
  const [joined, setJoined] = useState<(Joined & { by: string | null }) | null>(null);
  const [problem, setProblem] = useState<SavingProblem | null>(null);
  const [tried, setTried] = useState(false);
  const { save, busy, readAgain } = useSaving(experiment?.id ?? null);

  const meetOther = async () => {
    const theirs = await readAgain();
    const met = joinValues(base, values, valuesOf(theirs));
    setJoined({ ...met, by: theirs.updatedBy });
    setValues(met.values);
    setBase(valuesOf(theirs));
    setSeen(seenOf(theirs));
  };
  const submit = async () => {
    setTried(true);
    setProblem(null);
    const [unread] = unreadableTargets(values.targets);
    if (unread !== undefined)
      return setProblem({ field: "targets", words: `Target ${unread} isn't valid.`, conflict: false });
    try {
      const id = await save(values, seen);
      router.push(experimentAddress(id));
    } catch (error) {
      const told = explainSaving(error);
      if (told.conflict && experiment)
        return meetOther().catch((again: unknown) => setProblem(explainSaving(again)));
      setProblem(told);
    }
  };
  const back = experiment ? experimentAddress(experiment.id) : "/catalog";
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {joined ? (
        <ConflictNotice
          joined={joined}
          onTake={(field) => {
            setValues({ ...values, [field]: base[field] });
            setJoined({ ...joined, clashes: joined.clashes.filter((clash) => clash.field !== field) });
          }}
        />
      ) : null}
      {problem && problem.field === null ? (
        <Notice tone="bad" live className="mb-4">
          {problem.words}
        </Notice>
      ) : null}
      <Sheet label="Experiment">
        <ExperimentFields
          values={values}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
          isNew={experiment === null}
          suggestions={suggestions}
          problem={problem}
          showAllErrors={tried}
        />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3.5 wide:px-5">
          <Button
            type="submit"
            look="primary"
            busy={busy}
            disabled={!isChanged(base, values) && joined === null}
          >
            {experiment ? (joined ? "Save my version" : "Save") : "Create experiment"}
          </Button>
          <AppLink href={back} className={buttonClass("quiet")}>
            Cancel
          </AppLink>
          {experiment && values.targets !== base.targets ? (
            <span className="text-12 text-ink-3">
              Changed targets become version {seen.targetsVersion + 1}. Existing runs keep the version they
              were judged by until you judge them again.
            </span>
          ) : null}
        </div>
      </Sheet>
    </Form>
  );
}

function useSaving(experimentId: string | null) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.experiment.create.mutationOptions());
  const update = useMutation(trpc.experiment.update.mutationOptions());
  return {
    busy: create.isPending || update.isPending,
    save: async (values: FormValues, seen: Seen): Promise<string> => {
      if (experimentId === null) {
        const { id } = await create.mutateAsync({ service: values.service, ...inputOf(values) });
        return id;
      }
      await update.mutateAsync({ experimentId, ...seen, ...inputOf(values) });
      return experimentId;
    },
    readAgain: () =>
      queryClient.fetchQuery({
        ...trpc.experiment.get.queryOptions({ experimentId: experimentId ?? "" }),
        staleTime: 0,
      }),
  };
}
