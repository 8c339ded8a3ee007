"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button, formatCount, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

const LOOK_EVERY_MILLIS = 2_000;
const LOOK_MOST_MILLIS = 10 * 60_000;

interface JudgeAllProps {
  experimentId: string;
  /** Still judged by other targets. */
  left: number;
}

/** Has them judged in the background, and looks at how far that is until none is left. */
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
          toast({ text: `${runsWords(runs)} judged again by version ${targetsVersion}.`, tone: "good" });
        router.refresh();
      },
      onError: ({ message }) => toast({ text: message, tone: "bad" }),
    }),
  );
  useEffect(() => {
    if (!asked) return;
    const looking = setInterval(() => router.refresh(), LOOK_EVERY_MILLIS);
    const enough = setTimeout(() => clearInterval(looking), LOOK_MOST_MILLIS);
    return () => {
      clearInterval(looking);
      clearTimeout(enough);
    };
  }, [asked, router]);
  if (asked)
    return (
      <span role="status" className="text-ink-2">
        {formatCount(left)} {left === 1 ? "is" : "are"} left.
      </span>
    );
  return (
    <Button busy={judge.isPending} onClick={() => judge.mutate({ experimentId })}>
      {left === 1 ? "Judge it again" : "Judge all runs again"}
    </Button>
  );
}

function runsWords(runs: number): string {
  return runs === 1 ? "1 run is" : `${formatCount(runs)} runs are`;
}
