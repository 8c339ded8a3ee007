"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Command, Dialog, Field, Form, Notice, RadioGroup, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { ROLE_WORDS } from "./prepare-members.ts";
import type { MemberRole } from "./prepare-members.ts";

const ROLES = (["editor", "viewer", "owner"] as const).map((role) => ({
  value: role,
  label: ROLE_WORDS[role].label,
  hint: `May ${ROLE_WORDS[role].may}.`,
}));

export function Invite() {
  return <FreshDialog label="Invite">{(dialog) => <InviteDialog {...dialog} />}</FreshDialog>;
}

function InviteDialog({ open, onOpenChange }: OpenDialog) {
  const trpc = useTRPC();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("editor");
  const invite = useMutation(trpc.settings.invite.mutationOptions());
  const field = invite.error?.data?.headroom?.field ?? null;
  if (invite.data)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`${email.trim()} is invited`}
        description="A mail is on its way. The link works once, for this address, for 7 days, and is not shown again."
        footer={<Button onClick={() => onOpenChange(false)}>Done</Button>}
      >
        <Command text={invite.data.url} label="The link of the invitation" />
      </Dialog>
    );
  const send = () => invite.mutate({ email: email.trim(), role });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite somebody"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" busy={invite.isPending} disabled={email.trim() === ""} onClick={send}>
            Invite
          </Button>
        </>
      }
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== "") send();
        }}
      >
        <Field
          label="Mail address"
          required
          hint="The invitation is for this address alone."
          error={field === "email" ? invite.error?.message : undefined}
        >
          <TextInput type="email" value={email} onChange={setEmail} maxLength={320} autoComplete="off" />
        </Field>
        <RadioGroup label="Role" options={ROLES} value={role} onChange={setRole} />
        {invite.isError && field !== "email" ? (
          <Notice tone="bad" live>
            {invite.error.message}
          </Notice>
        ) : null}
      </Form>
    </Dialog>
  );
}
