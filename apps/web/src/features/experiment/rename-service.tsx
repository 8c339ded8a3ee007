"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Dialog, Field, Form, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { explainSaving } from "./saving-problem.ts";

export function RenameService({ service }: { service: { id: string; slug: string; name: string } }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(service.name);
  const rename = useMutation(
    trpc.experiment.renameService.mutationOptions({
      onSuccess: () => {
        setOpen(false);
        router.refresh();
      },
    }),
  );
  const send = () => rename.mutate({ serviceId: service.id, name });
  return (
    <>
      <Button look="quiet" className="h-7! px-1.5!" onClick={() => setOpen(true)}>
        Rename service
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Rename the service"
        description={`Uploads can keep using ${service.slug} or the current name.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              look="primary"
              busy={rename.isPending}
              disabled={name.trim() === "" || name.trim() === service.name}
              onClick={send}
            >
              Rename
            </Button>
          </>
        }
      >
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Field label="Name" required error={rename.error ? explainSaving(rename.error).words : undefined}>
            <TextInput value={name} onChange={setName} maxLength={200} autoComplete="off" />
          </Field>
        </Form>
      </Dialog>
    </>
  );
}
