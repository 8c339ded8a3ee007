"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field, Notice, TextArea, TextInput, formatClock } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { useChartLinks } from "./chart-links.tsx";
import { problemWords } from "./problem-words.ts";
import { useRunView } from "./run-view.tsx";
import { parseClock } from "./window-words.ts";

/** Words about a moment of the run, or about it as a whole. */
export function CommentForm({ hasTime }: { hasTime: boolean }) {
  const trpc = useTRPC();
  const links = useChartLinks();
  const queryClient = useQueryClient();
  const { runId } = useRunView();
  const [moment, setMoment] = useState("");
  const [body, setBody] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation(
    trpc.run.comment.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.run.comments.queryFilter({ runId }));
        setBody("");
        setMoment("");
      },
    }),
  );
  const takeMoment = () => {
    if (moment === "" && links.lastAt !== null) setMoment(formatClock(links.lastAt));
  };
  return (
    <form
      noValidate
      className="mt-3 space-y-2.5 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        const atSeconds = moment.trim() === "" ? null : parseClock(moment);
        const unread = moment.trim() !== "" && atSeconds === null;
        setWrong(unread ? "Give a moment such as 1:30, or nothing." : null);
        if (!unread && body.trim() !== "") mutate({ runId, pin: { atSeconds, figure: null }, body });
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Comment" required className="min-w-60 flex-1">
          <TextArea value={body} onChange={setBody} onFocus={takeMoment} maxLength={4000} rows={2} />
        </Field>
        {hasTime ? (
          <Field label="Moment" hint="m:ss of the run" error={wrong} className="w-32">
            <TextInput value={moment} onChange={setMoment} placeholder="1:30" />
          </Field>
        ) : null}
      </div>
      {error ? (
        <Notice tone="bad" live>
          {problemWords(error)}
        </Notice>
      ) : null}
      <Button type="submit" busy={isPending} disabled={body.trim() === ""}>
        Comment
      </Button>
    </form>
  );
}
