"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OwnSourceAnswer, OwnSourceInput, SeenMetricAnswer } from "@headroom/contract";
import { Button, ConfirmDialog, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { mappingAddress } from "./addresses.ts";
import { SourceFields } from "./source-fields.tsx";
import { SourcePreview } from "./source-preview.tsx";
import { readSource } from "./source-values.ts";
import type { SourceProblem, SourceValues } from "./source-values.ts";

export interface SourceFormProps {
  service: string;
  /** Null: a new one. */
  source: OwnSourceAnswer | null;
  begin: SourceValues;
  metrics: readonly SeenMetricAnswer[];
}

export function SourceForm({ service, source, begin, metrics }: SourceFormProps) {
  const [values, setValues] = useState(begin);
  const [problem, setProblem] = useState<SourceProblem | null>(null);
  const { save, remove, busy, refusal } = useSaving(service, source?.id ?? null);
  const read = readSource(values);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        setProblem("words" in read ? read : null);
        if (!("words" in read)) void save(read);
      }}
      className="grid grid-cols-1 items-start gap-5 desk:grid-cols-2"
    >
      <Sheet label="Source">
        {refusal === null ? null : (
          <Notice tone="bad" live className="m-4">
            {refusal}
          </Notice>
        )}
        <SourceFields
          {...{ values, problem, metrics }}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        />
        <div className="flex flex-wrap items-center gap-2 px-4 py-3.5 wide:px-5">
          <Button type="submit" look="primary" busy={busy}>
            {source === null ? "Add source" : "Save"}
          </Button>
          <AppLink href={mappingAddress(service)} className={buttonClass("quiet")}>
            Cancel
          </AppLink>
          {source === null ? null : <RemoveSource name={source.name} remove={remove} />}
        </div>
      </Sheet>
      <SourcePreview service={service} source={"words" in read ? null : read} />
    </Form>
  );
}

/** Changes only this source: others may have been changed meanwhile. */
function useSaving(service: string, id: string | null) {
  const trpc = useTRPC();
  const router = useRouter();
  const client = useQueryClient();
  const update = useMutation(trpc.mapping.update.mutationOptions());
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (changed: (own: readonly OwnSourceAnswer[]) => OwnSourceInput[]) => {
    const { own } = await client.fetchQuery({ ...trpc.mapping.get.queryOptions({ service }), staleTime: 0 });
    await update.mutateAsync({ service, own: changed(own) });
    router.push(mappingAddress(service));
    router.refresh();
  };
  return {
    refusal,
    busy: update.isPending,
    save: async (source: OwnSourceInput) => {
      setRefusal(null);
      try {
        await send((own) =>
          id === null ? [...own, source] : own.map((one) => (one.id === id ? { ...source, id } : one)),
        );
      } catch (error) {
        setRefusal(explainRefusal(error).words);
      }
    },
    remove: () => send((own) => own.filter((one) => one.id !== id)),
  };
}

function RemoveSource({ name, remove }: { name: string; remove: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Remove ${name}?`}
        confirm="Remove source"
        danger
        onConfirm={remove}
        explain={(error) => explainRefusal(error).words}
      >
        What it counted stays. If it counts the requests now, the next best source takes over.
      </ConfirmDialog>
    </>
  );
}
