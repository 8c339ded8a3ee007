"use client";

import type { WorkspaceSettings } from "@headroom/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TARGET_CONFIDENCE, UNDO_DAYS } from "@headroom/core";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { readLimits, writeLimits } from "./typed-limits.ts";
import type { TypedLimits } from "./typed-limits.ts";

interface WorkspaceLimitsProps {
  settings: WorkspaceSettings;
  mayManage: boolean;
}

const FIELDS: readonly { name: keyof TypedLimits; label: string; unit: string; hint: string }[] = [
  {
    name: "keepRunsDays",
    label: "Run retention",
    unit: "days",
    hint: `Runs are deleted this long after upload, except baselines, and can be restored for ${UNDO_DAYS} days. Leave empty to keep runs forever.`,
  },
  {
    name: "maxLabels",
    label: "Maximum labels per run",
    unit: "labels",
    hint: "Requests of any further labels are counted as (other). Leave empty for the server's limit.",
  },
  {
    name: "maxBadLinesShare",
    label: "Maximum unreadable lines",
    unit: "%",
    hint: "Files with more are rejected. Leave empty for the server's limit.",
  },
  {
    name: "targetConfidence",
    label: "Confidence of verdicts",
    unit: "%",
    hint: `How sure met and missed have to be. A result that chance could explain is unsure. Applies to runs judged from now on. Leave empty for ${TARGET_CONFIDENCE * 100}%.`,
  },
];

/** Retention, limits of an upload, which cannot exceed the server's own, and how sure verdicts are. */
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
          {formProblem(update.error, [])?.words}
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
