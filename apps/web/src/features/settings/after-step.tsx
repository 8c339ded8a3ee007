"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AfterStep } from "@headroom/core";
import { Form, Notice, RadioGroup } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { SaveRow } from "./save-row.tsx";
import { AFTER_STEP_LABEL, AFTER_STEP_OPTIONS } from "./after-step-words.ts";

/** What runs are while the trend of the default branch stays worse. */
export function AfterStepForm({ afterStep, mayManage }: { afterStep: AfterStep; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [chosen, setChosen] = useState(afterStep);
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const unchanged = chosen === afterStep;
  return (
    <Form
      aria-label={AFTER_STEP_LABEL}
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ afterStep: chosen });
      }}
    >
      <RadioGroup
        label={AFTER_STEP_LABEL}
        options={AFTER_STEP_OPTIONS.map((option) => ({ ...option, disabled: !mayManage }))}
        value={chosen}
        onChange={setChosen}
      />
      {update.isError ? (
        <Notice tone="bad" live>
          {formProblem(update.error, [])?.words}
        </Notice>
      ) : null}
      {mayManage ? (
        <SaveRow busy={update.isPending} disabled={unchanged} saved={update.isSuccess && unchanged} />
      ) : null}
    </Form>
  );
}
