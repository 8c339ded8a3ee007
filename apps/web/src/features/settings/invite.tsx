"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Command, Dialog, Field, RadioGroup, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { ROLE_WORDS, invitedWords } from "./prepare-members.ts";
import type { MemberRole } from "./prepare-members.ts";

const ROLES = (["editor", "viewer", "owner"] as const).map((role) => ({
  value: role,
  label: ROLE_WORDS[role].label,
  hint: `${ROLE_WORDS[role].access}.`,
}));

interface InviteProps {
  mailIsSent: boolean;
}

export function Invite({ mailIsSent }: InviteProps) {
  return (
    <FreshDialog label="Invite">
      {(dialog) => <InviteDialog {...dialog} mailIsSent={mailIsSent} />}
    </FreshDialog>
  );
}

function InviteDialog({ open, onOpenChange, mailIsSent }: OpenDialog & InviteProps) {
  const trpc = useTRPC();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("editor");
  const invite = useMutation(trpc.settings.invite.mutationOptions());
  const problem = formProblem(invite.error, ["email"]);
  if (invite.data)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`Invitation for ${email.trim()} created`}
        description={invitedWords(mailIsSent)}
        footer={<Button onClick={() => onOpenChange(false)}>Done</Button>}
      >
        <Command text={invite.data.url} label="Invitation link" />
      </Dialog>
    );
  const send = () => invite.mutate({ email: email.trim(), role });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a member"
      action="Invite"
      busy={invite.isPending}
      ready={email.trim() !== ""}
      onSend={send}
      problem={problemAt(problem, null)}
    >
      <Field
        label="Email"
        required
        hint="Only this address can accept the invitation."
        error={problemAt(problem, "email")}
      >
        <TextInput type="email" value={email} onChange={setEmail} maxLength={320} autoComplete="off" />
      </Field>
      <RadioGroup label="Role" options={ROLES} value={role} onChange={setRole} />
    </FormDialog>
  );
}
