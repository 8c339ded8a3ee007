"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field, Form, Notice, TextArea } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { MomentField, useMoment } from "./moment-field.tsx";
import { problemWords } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";

/** A comment on a moment of the run, or on the run as a whole. */
export function CommentForm({ hasTime }: { hasTime: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { runId } = useRunView();
  const moment = useMoment();
  const [body, setBody] = useState("");
  const { mutate, isPending, error } = useMutation(
    trpc.run.comment.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.run.comments.queryFilter({ runId }));
        setBody("");
        moment.type("");
      },
    }),
  );
  return (
    <Form
      noValidate
      className="mt-3 space-y-2.5 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        const atSeconds = moment.read(true);
        if (atSeconds !== "unread" && body.trim() !== "")
          mutate({ runId, pin: { atSeconds, figure: null }, body });
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Comment" required className="min-w-60 flex-1">
          <TextArea value={body} onChange={setBody} onFocus={moment.take} maxLength={4000} rows={2} />
        </Field>
        {hasTime ? <MomentField label="Time" moment={moment} /> : null}
      </div>
      {error ? (
        <Notice tone="bad" live>
          {problemWords(error)}
        </Notice>
      ) : null}
      <Button type="submit" busy={isPending} disabled={body.trim() === ""}>
        Add a comment
      </Button>
    </Form>
  );
}
