"use client";

import { Checkbox, Field, Select } from "@headroom/ui";

const SCOPES = [
  { scope: "ingest", label: "Ingest", hint: "Upload results, live cells, gauges and events." },
  { scope: "read", label: "Read", hint: "Read runs, labels, verdicts and comparisons." },
  { scope: "manage", label: "Manage", hint: "Change experiments and workspace settings." },
] as const;
export type Scope = (typeof SCOPES)[number]["scope"];

export const ANY_SERVICE = "";

interface ServiceFieldProps {
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (service: string) => void;
}

/** What a token is limited to. */
export function ServiceField({ options, value, onChange }: ServiceFieldProps) {
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

export function ScopesField({ scopes, onChange }: ScopesFieldProps) {
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
