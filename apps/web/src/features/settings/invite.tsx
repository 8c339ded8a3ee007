"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Command, Dialog, Field, Notice, RadioGroup, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ROLE_WORDS } from "./prepare-members.ts";
import type { MemberRole } from "./prepare-members.ts";

const ROLES = (["editor", "viewer", "owner"] as const).map((role) => ({
  value: role,
  label: ROLE_WORDS[role].label,
  hint: `May ${ROLE_WORDS[role].may}.`,
}));

export function Invite() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  // What was typed and the link itself go with the dialog.
  const [round, setRound] = useState(0);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    setRound(round + 1);
    router.refresh();
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Invite
      </Button>
      <InviteDialog key={round} open={open} onOpenChange={change} />
    </>
  );
}

interface InviteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
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
      <form
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
      </form>
    </Dialog>
  );
}
