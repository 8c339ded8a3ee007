"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox, Field, Select, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { TokenSecret } from "./token-secret.tsx";

const SCOPES = [
  { scope: "ingest", label: "Ingest", hint: "Upload results, live cells, gauges and events." },
  { scope: "read", label: "Read", hint: "Read runs, labels, verdicts and comparisons." },
  { scope: "manage", label: "Manage", hint: "Change experiments and workspace settings." },
] as const;
type Scope = (typeof SCOPES)[number]["scope"];

const LIFETIMES = [
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
  { value: "365", label: "in a year" },
  { value: "never", label: "never" },
] as const;
type Lifetime = (typeof LIFETIMES)[number]["value"];

const ANY_SERVICE = "";

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
        <ServiceField services={services} value={serviceId} onChange={setServiceId} />
        <Field label="Expires" required>
          <Select options={LIFETIMES} value={lifetime} onChange={setLifetime} />
        </Field>
      </div>
    </FormDialog>
  );
}

interface ServiceFieldProps {
  services: NewTokenProps["services"];
  value: string;
  onChange: (serviceId: string) => void;
}

function ServiceField({ services, value, onChange }: ServiceFieldProps) {
  const options = services.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label="Service" required>
      <Select
        options={[{ value: ANY_SERVICE, label: "Any service" }, ...options]}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}

interface ScopesFieldProps {
  scopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  return (
    <fieldset>
      <legend className="text-12 text-ink-2">Scopes</legend>
      {SCOPES.map(({ scope, label, hint }) => (
        <Checkbox
          key={scope}
          label={label}
          hint={hint}
          checked={scopes.includes(scope)}
          onChange={(checked) =>
            onChange(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
          }
        />
      ))}
    </fieldset>
  );
}
