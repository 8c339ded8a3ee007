"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Dialog, Field, TextArea } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { sloAddress } from "./addresses.ts";

/** Creates an SLO from OpenSLO, or updates the one with its name. */
export function ImportOpenSlo() {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [source, setSource] = useState("");
  const take = useMutation(
    trpc.slo.importOpenSlo.mutationOptions({
      onSuccess: ({ slo }) => {
        setOpen(false);
        router.push(sloAddress(slo.service.slug, slo.id));
        router.refresh();
      },
    }),
  );
  const error = take.error === null ? undefined : explainRefusal(take.error).words;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import OpenSLO</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Import an SLO"
        description="One SLO in YAML, OpenSLO v1. If its service has an SLO of this name, that one is updated."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              look="primary"
              busy={take.isPending}
              disabled={source.trim() === ""}
              onClick={() => take.mutate({ source })}
            >
              Import
            </Button>
          </>
        }
      >
        <Field label="YAML" required error={error}>
          <TextArea
            value={source}
            onChange={setSource}
            rows={14}
            maxLength={20_000}
            mono
            spellCheck={false}
          />
        </Field>
      </Dialog>
    </>
  );
}
