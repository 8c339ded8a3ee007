"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { SloAnswer } from "@headroom/contract";
import { Button, ConfirmDialog, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { sloAddress, slosAddress } from "./addresses.ts";
import { emptyValues, inputOf, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { isField, SloFields } from "./slo-fields.tsx";
import type { Problem } from "./slo-fields.tsx";

interface SloFormProps {
  /** Null: a new one. */
  slo: SloAnswer | null;
  service: string;
  labels: readonly string[];
  timeZone: string;
}

export function SloForm({ slo, service, labels, timeZone }: SloFormProps) {
  const [values, setValues] = useState(() =>
    slo === null ? emptyValues(timeZone) : valuesOf(slo, timeZone),
  );
  const change = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const { save, busy, problem } = useSaving(slo, service);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void save(values);
      }}
    >
      {problem === null || isField(problem.field) ? null : (
        <Notice tone="bad" live className="mb-4">
          {problem.words}
        </Notice>
      )}
      <Sheet label="SLO">
        <SloFields {...{ values, problem, labels, isNew: slo === null }} onChange={change} />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3.5 wide:px-5">
          <Button type="submit" look="primary" busy={busy}>
            {slo === null ? "Create SLO" : "Save"}
          </Button>
          <AppLink
            href={slo === null ? slosAddress(service) : sloAddress(service, slo.id)}
            className={buttonClass("quiet")}
          >
            Cancel
          </AppLink>
          {slo === null ? null : <DeleteSlo slo={slo} service={service} />}
        </div>
      </Sheet>
    </Form>
  );
}

function useSaving(slo: SloAnswer | null, service: string) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.slo.create.mutationOptions());
  const update = useMutation(trpc.slo.update.mutationOptions());
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    problem,
    busy: create.isPending || update.isPending,
    save: async (values: FormValues) => {
      setProblem(null);
      try {
        const fields = inputOf(values);
        const saved =
          slo === null
            ? await create.mutateAsync({ ...fields, service })
            : await update.mutateAsync({ ...fields, id: slo.id, version: slo.version });
        router.push(sloAddress(service, saved.id));
        router.refresh();
      } catch (error) {
        setProblem(explainRefusal(error));
      }
    },
  };
}

function DeleteSlo({ slo, service }: { slo: SloAnswer; service: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useMutation(trpc.slo.delete.mutationOptions());
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${slo.name}?`}
        confirm="Delete SLO"
        danger
        onConfirm={() => remove.mutateAsync({ id: slo.id }).then(() => router.push(slosAddress(service)))}
        explain={(error) => explainRefusal(error).words}
      >
        Live traffic of the service stays.
      </ConfirmDialog>
    </>
  );
}
