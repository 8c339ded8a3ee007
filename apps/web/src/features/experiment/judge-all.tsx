"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { useReadAgain } from "../shell/read-again.tsx";

interface JudgeAllProps {
  experimentId: string;
  /** Still judged by other targets. */
  left: number;
}

/** Judges the runs in the background, and polls until none is left. */
export function JudgeAll({ experimentId, left }: JudgeAllProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [asked, setAsked] = useState(false);
  const judge = useMutation(
    trpc.experiment.judgeRuns.mutationOptions({
      onSuccess: ({ runs, targetsVersion }) => {
        setAsked(runs > 0);
        if (runs > 0)
          toast({ text: `Judging ${runsWords(runs)} again with version ${targetsVersion}.`, tone: "good" });
        router.refresh();
      },
      onError: ({ message }) => toast({ text: message, tone: "bad" }),
    }),
  );
  useReadAgain(asked, { everySeconds: 2, minutes: 10 });
  if (asked)
    return (
      <span role="status" className="text-ink-2">
        {runsWords(left)} left.
      </span>
    );
  return (
    <Button busy={judge.isPending} onClick={() => judge.mutate({ experimentId })}>
      {left === 1 ? "Judge it again" : "Judge all runs again"}
    </Button>
  );
}

function runsWords(runs: number): string {
  return plural(runs, "run");
}
