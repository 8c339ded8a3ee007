"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field, Form, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { SaveRow } from "./save-row.tsx";

/** The branch whose last good run a build is compared with. */
export function DefaultBranch({ branch, mayManage }: { branch: string | null; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(branch ?? "");
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const wanted = typed.trim() === "" ? null : typed.trim();
  const unchanged = wanted === branch;
  return (
    <Form
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ defaultBranch: wanted });
      }}
    >
      <Field
        label="Default branch"
        hint="If an experiment has no baseline, a gate compares with the last good run of this branch. Leave empty for main or master."
        error={formProblem(update.error, [])?.words}
        className="w-full"
      >
        <TextInput
          value={typed}
          onChange={setTyped}
          disabled={!mayManage}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      {mayManage ? (
        <SaveRow busy={update.isPending} disabled={unchanged} saved={update.isSuccess && unchanged} />
      ) : null}
    </Form>
  );
}
