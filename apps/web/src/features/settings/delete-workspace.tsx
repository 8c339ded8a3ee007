"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Dialog, Field, Form, Icon, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";

/** The workspace's name must be typed to confirm. */
export function DeleteWorkspace({ name }: { name: string }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutation(
    trpc.settings.delete.mutationOptions({
      // The session may have ended with it, and every page that is kept shows what is gone.
      onSuccess: () => window.location.assign("/"),
    }),
  );
  const isSure = typed.trim() === name.trim();
  const isBusy = remove.isPending || remove.isSuccess;
  const send = () => {
    if (isSure && !isBusy) remove.mutate({ confirmation: typed });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="trash" />
        Delete workspace
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<>Delete “{name}”?</>}
        description="Everyone loses access immediately, and uploads to it stop. Everything in it is then removed for good."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button look="danger" busy={isBusy} disabled={!isSure} onClick={send}>
              Delete workspace
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
          <Field
            label={<>Type “{name}” to confirm</>}
            required
            error={formProblem(remove.error, ["confirmation"])?.words}
          >
            <TextInput value={typed} onChange={setTyped} autoComplete="off" />
          </Field>
        </Form>
      </Dialog>
    </>
  );
}
