"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { useReadAgain } from "../../shell/read-again.tsx";
import { problemWords } from "../view/problem-words.ts";

/** Judges all runs of the experiment by the present rules that earlier ones judged, and polls until this one is. */
export function JudgeByRules({ experimentId }: { experimentId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const judge = useMutation(
    trpc.experiment.judgeByRules.mutationOptions({
      onSuccess: ({ runs }) => {
        toast({ text: `Judging ${plural(runs, "run")} of the experiment again.`, tone: "good" });
        router.refresh();
      },
      onError: (error) => toast({ text: problemWords(error), tone: "bad" }),
    }),
  );
  useReadAgain(judge.isSuccess, { everySeconds: 2, minutes: 10 });
  if (judge.isSuccess)
    return (
      <span role="status" className="text-13 text-ink-2">
        Judging by the present rules.
      </span>
    );
  return (
    <Button busy={judge.isPending} onClick={() => judge.mutate({ experimentId })}>
      Judge by the present rules
    </Button>
  );
}
