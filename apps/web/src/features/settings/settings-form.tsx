import type { WorkspaceSettings } from "@headroom/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field, Form, Notice, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { SaveRow } from "./save-row.tsx";

export interface SettingField<Name extends string> {
  name: Name;
  label: string;
  hint: string;
  /** Of a number; a text has none. */
  unit?: string;
  required?: boolean;
}

interface SettingsFormProps<Name extends string> {
  label?: string;
  fields: readonly SettingField<Name>[];
  /** The settings as they are, as people type them. */
  current: Readonly<Record<Name, string>>;
  read: (
    typed: Record<Name, string>,
  ) =>
    | { ok: true; settings: Partial<WorkspaceSettings> }
    | { ok: false; wrong: Partial<Record<Name, string>> };
  mayManage: boolean;
}

/** Some settings of the workspace, saved together. */
export function SettingsForm<Name extends string>(props: SettingsFormProps<Name>) {
  const { label, fields, current, mayManage } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState<Record<Name, string>>(current);
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const read = props.read(typed);
  const unchanged = JSON.stringify(typed) === JSON.stringify(current);
  return (
    <Form
      aria-label={label}
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (read.ok) update.mutate(read.settings);
      }}
    >
      {fields.map(({ name, label: words, unit, hint, required = false }) => (
        <Field
          key={name}
          label={words}
          hint={hint}
          error={read.ok ? undefined : read.wrong[name]}
          required={required}
          className="w-full"
        >
          <TextInput
            {...(unit === undefined ? {} : { unit, inputMode: "decimal" as const })}
            value={typed[name]}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
            disabled={!mayManage}
            maxLength={unit === undefined ? 200 : 12}
            autoComplete="off"
          />
        </Field>
      ))}
      {update.isError ? (
        <Notice tone="bad" live>
          {formProblem(update.error, [])?.words}
        </Notice>
      ) : null}
      {mayManage ? (
        <SaveRow
          busy={update.isPending}
          disabled={!read.ok || unchanged}
          saved={update.isSuccess && unchanged}
        />
      ) : null}
    </Form>
  );
}
