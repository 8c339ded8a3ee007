"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { WorkspaceSettings } from "@headroom/services";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { readLimits, writeLimits } from "./typed-limits.ts";
import type { TypedLimits } from "./typed-limits.ts";

interface WorkspaceLimitsProps {
  settings: WorkspaceSettings;
  mayManage: boolean;
}

const FIELDS: readonly { name: keyof TypedLimits; label: string; unit: string; hint: string }[] = [
  {
    name: "keepRunsDays",
    label: "Keep runs for",
    unit: "days",
    hint: "Counted from the upload. Baselines stay. A deleted run can be brought back for 7 days. Empty: forever.",
  },
  {
    name: "maxLabels",
    label: "Labels of a run at most",
    unit: "labels",
    hint: "The rest is counted under (other). Empty: as many as the server takes.",
  },
  {
    name: "maxBadLinesShare",
    label: "Lines that may be unreadable",
    unit: "%",
    hint: "A file with more is refused whole. Empty: as the server has it.",
  },
];

/** How long runs are kept, and what an upload may bring. Never more than the server itself takes. */
export function WorkspaceLimits({ settings, mayManage }: WorkspaceLimitsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState<TypedLimits>(() => writeLimits(settings));
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const read = readLimits(typed);
  const unchanged = JSON.stringify(typed) === JSON.stringify(writeLimits(settings));
  return (
    <Form
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (read.ok) update.mutate(read.settings);
      }}
    >
      {FIELDS.map(({ name, label, unit, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          error={read.ok ? undefined : read.wrong[name]}
          className="w-full"
        >
          <TextInput
            inputMode="decimal"
            value={typed[name]}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
            unit={unit}
            disabled={!mayManage}
            maxLength={12}
            autoComplete="off"
          />
        </Field>
      ))}
      {update.isError ? (
        <Notice tone="bad" live>
          {update.error.message}
        </Notice>
      ) : null}
      {mayManage ? (
        <div className="flex items-center gap-3">
          <Button type="submit" busy={update.isPending} disabled={!read.ok || unchanged}>
            Save
          </Button>
          <span role="status" className="text-13 text-ink-2">
            {update.isSuccess && unchanged ? "Saved." : ""}
          </span>
        </div>
      ) : null}
    </Form>
  );
}
