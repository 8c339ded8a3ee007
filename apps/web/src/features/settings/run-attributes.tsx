"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MAX_RUN_ATTRIBUTES } from "@headroom/core";
import { Field, Form, TextArea } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { SaveRow } from "./save-row.tsx";

/** Which attributes of OpenTelemetry resources live runs show. */
export function RunAttributes({ names, mayManage }: { names: readonly string[]; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(names.join("\n"));
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const wanted = [...new Set(typed.split("\n").map((name) => name.trim()))].filter((name) => name !== "");
  const unchanged = wanted.join("\n") === names.join("\n");
  const problem = formProblem(update.error, ["runAttributes"]);
  const tooMany =
    wanted.length > MAX_RUN_ATTRIBUTES ? `Enter at most ${MAX_RUN_ATTRIBUTES} attributes.` : undefined;
  return (
    <Form
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (tooMany === undefined) update.mutate({ runAttributes: wanted });
      }}
    >
      <Field
        label="Resource attributes"
        hint="One attribute per line. Live runs that receive OpenTelemetry metrics with these attributes show them as configuration. No other attributes are stored."
        error={tooMany ?? problem?.words}
        className="w-full"
      >
        <TextArea
          value={typed}
          onChange={setTyped}
          disabled={!mayManage}
          rows={4}
          maxLength={6_000}
          placeholder={"service.version\nhost.type"}
        />
      </Field>
      {mayManage ? (
        <SaveRow
          busy={update.isPending}
          disabled={unchanged || tooMany !== undefined}
          saved={update.isSuccess && unchanged}
        />
      ) : null}
    </Form>
  );
}
