"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field, Select, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { ANY_SERVICE, ScopesField, ServiceField } from "./token-fields.tsx";
import type { Scope } from "./token-fields.tsx";
import { TokenSecret } from "./token-secret.tsx";

const LIFETIMES = [
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
  { value: "365", label: "in a year" },
  { value: "never", label: "never" },
] as const;
type Lifetime = (typeof LIFETIMES)[number]["value"];

interface NewTokenProps {
  services: readonly { id: string; name: string }[];
  ingestUrl: string;
}

export function NewToken(props: NewTokenProps) {
  return <FreshDialog label="New token">{(dialog) => <NewTokenDialog {...props} {...dialog} />}</FreshDialog>;
}

function NewTokenDialog({ services, ingestUrl, open, onOpenChange }: NewTokenProps & OpenDialog) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["ingest"]);
  const [serviceId, setServiceId] = useState(ANY_SERVICE);
  const [lifetime, setLifetime] = useState<Lifetime>("365");
  const create = useMutation(trpc.settings.createToken.mutationOptions());
  const problem = formProblem(create.error, ["name"]);
  const send = () =>
    create.mutate({
      name,
      scopes: [...scopes],
      serviceId: serviceId === ANY_SERVICE ? null : serviceId,
      days: lifetime === "never" ? null : Number(lifetime),
    });
  if (create.data)
    return (
      <TokenSecret
        title={`Token “${name.trim()}” created`}
        secret={create.data.secret}
        uploadsTo={scopes.includes("ingest") ? ingestUrl : null}
        open={open}
        onOpenChange={onOpenChange}
      />
    );
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="New token"
      description="Create one for each program: a CI pipeline, a script, a dashboard."
      action="Create token"
      busy={create.isPending}
      ready={name.trim() !== "" && scopes.length > 0}
      onSend={send}
      problem={problemAt(problem, null)}
    >
      <Field
        label="Name"
        required
        hint="What it's for, so that you still recognize it in a year."
        error={problemAt(problem, "name")}
      >
        <TextInput value={name} onChange={setName} maxLength={200} autoComplete="off" />
      </Field>
      <ScopesField scopes={scopes} onChange={setScopes} />
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
        <ServiceField
          options={services.map((service) => ({ value: service.id, label: service.name }))}
          value={serviceId}
          onChange={setServiceId}
        />
        <Field label="Expires" required>
          <Select options={LIFETIMES} value={lifetime} onChange={setLifetime} />
        </Field>
      </div>
    </FormDialog>
  );
}
