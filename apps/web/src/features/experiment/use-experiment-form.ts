import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ExperimentDetail } from "@headroom/services";
import { useTRPC } from "../../trpc/client.tsx";
import { EMPTY_VALUES, inputOf, isChanged, joinValues, seenOf, valuesOf } from "./form-values.ts";
import type { FormField, FormValues, Joined, Seen } from "./form-values.ts";
import { explainSaving } from "./saving-problem.ts";
import type { SavingProblem } from "./saving-problem.ts";
import { experimentAddress } from "./search-params.ts";
import { parseTarget } from "@headroom/core";

/**
 * What is typed, what it is based on, and saving it. If somebody else saved meanwhile, their changes are merged with
 * what was typed here, and the fields that both changed are left to choose.
 */
export function useExperimentForm(experiment: ExperimentDetail | null, service: string) {
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
  return {
    values,
    change: (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes })),
    changed: isChanged(base, values) || joined !== null,
    changesTargets: values.targets !== base.targets,
    joined,
    /** Their version of a field instead of what was typed here. */
    takeTheirs: (field: FormField) => {
      setValues({ ...values, [field]: base[field] });
      if (joined) setJoined({ ...joined, clashes: joined.clashes.filter((clash) => clash.field !== field) });
    },
    problem,
    tried,
    busy,
    submit,
  };
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

/** Their positions, from 1. */
function unreadableTargets(targets: readonly string[]): number[] {
  return targets.flatMap((text, at) => (text.trim() === "" || parseTarget(text).ok ? [] : [at + 1]));
}
