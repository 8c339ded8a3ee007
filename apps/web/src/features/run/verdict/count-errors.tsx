"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ErrorsBy } from "@headroom/core";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";

/** Says whether answers with a 5xx code are errors of the experiment, although the tool called them successes. */
export function CountErrors({ experimentId }: { experimentId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { mutate, isPending } = useMutation(
    trpc.experiment.setErrorsBy.mutationOptions({
      onSuccess: (_, { errorsBy }) => {
        toast({ text: SAID[errorsBy], tone: "good" });
        router.refresh();
      },
      onError: (error) => {
        toast({ text: problemWords(error), tone: "bad" });
        router.refresh();
      },
    }),
  );
  return (
    <div id="errors-by" className="mt-3 flex flex-wrap items-center gap-2">
      {(["code", "tool"] as const).map((errorsBy) => (
        <Button key={errorsBy} disabled={isPending} onClick={() => mutate({ experimentId, errorsBy })}>
          {CHOICES[errorsBy]}
        </Button>
      ))}
    </div>
  );
}

const CHOICES: Record<ErrorsBy, string> = {
  code: "5xx answers are errors",
  tool: "The tool is right",
};

const SAID: Record<ErrorsBy, string> = {
  code: "5xx answers are errors in this experiment. Its latest runs are counted and judged again.",
  tool: "The tool's word counts in this experiment. Its latest runs are judged again.",
};
