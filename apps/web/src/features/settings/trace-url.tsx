"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TRACE_ID } from "@headroom/core";
import { Field, Form, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { SaveRow } from "./save-row.tsx";

/** Where links from slow requests lead. */
export function TraceUrl({ url, mayManage }: { url: string | null; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(url ?? "");
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const wanted = typed.trim() === "" ? null : typed.trim();
  const unchanged = wanted === url;
  const problem = formProblem(update.error, ["traceUrl"]);
  return (
    <Form
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ traceUrl: wanted });
      }}
    >
      <Field
        label="URL of a trace"
        hint={`The page of one trace in your tracing system, with ${TRACE_ID} in place of its ID. Slow requests link to it. Leave empty for no links.`}
        error={problem?.words}
        className="w-full"
      >
        <TextInput
          value={typed}
          onChange={setTyped}
          disabled={!mayManage}
          maxLength={2_000}
          autoComplete="off"
          placeholder={`https://tempo.example.com/trace/${TRACE_ID}`}
        />
      </Field>
      {mayManage ? (
        <SaveRow busy={update.isPending} disabled={unchanged} saved={update.isSuccess && unchanged} />
      ) : null}
    </Form>
  );
}
