"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field, Select } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { TokenSecret } from "./token-secret.tsx";

const KEPT = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
  { value: "0", label: "No time: it may be known to others" },
] as const;
type Kept = (typeof KEPT)[number]["value"];

const EXPIRY = [
  { value: "same", label: "when it does now" },
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
  { value: "365", label: "in a year" },
  { value: "never", label: "never" },
] as const;
type Expiry = (typeof EXPIRY)[number]["value"];

interface RotateTokenProps {
  id: string;
  name: string;
  /** It expires one day. */
  expires: boolean;
}

export function RotateToken(props: RotateTokenProps) {
  return (
    <FreshDialog label="Rotate" fullLabel={`Rotate ${props.name}`} look="plain">
      {(dialog) => <RotateDialog {...props} {...dialog} />}
    </FreshDialog>
  );
}

function RotateDialog({ id, name, expires, open, onOpenChange }: RotateTokenProps & OpenDialog) {
  const trpc = useTRPC();
  const [kept, setKept] = useState<Kept>("24");
  const [expiry, setExpiry] = useState<Expiry>("same");
  const rotate = useMutation(trpc.settings.rotateToken.mutationOptions());
  const send = () =>
    rotate.mutate({
      tokenId: id,
      keepPreviousHours: Number(kept),
      ...(expiry === "same" ? {} : { days: expiry === "never" ? null : Number(expiry) }),
    });
  if (rotate.data)
    return (
      <TokenSecret
        title={`New secret of “${name}”`}
        secret={rotate.data.secret}
        uploadsTo={null}
        open={open}
        onOpenChange={onOpenChange}
      >
        <p className="mt-4 text-13 text-ink-2">{whatNow(rotate.data.previousUntil !== null)}</p>
      </TokenSecret>
    );
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Rotate “${name}”`}
      description="The token gets a new secret. Its name, scopes and service stay."
      action="Rotate token"
      busy={rotate.isPending}
      ready
      onSend={send}
      problem={problemAt(formProblem(rotate.error, []), null)}
    >
      <Field
        label="The current secret stays valid for"
        required
        hint="Programs that use it keep working while you change them."
      >
        <Select options={KEPT} value={kept} onChange={setKept} />
      </Field>
      {expires ? (
        <Field label="Expires" required>
          <Select options={EXPIRY} value={expiry} onChange={setExpiry} />
        </Field>
      ) : null}
    </FormDialog>
  );
}

function whatNow(previousStillWorks: boolean): string {
  return previousStillWorks
    ? "Replace the secret wherever the token is used. This page shows until when the previous one works, and whether it is still used."
    : "The previous secret no longer works. Replace it wherever the token is used.";
}
