"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";

interface RestoreRunProps {
  runId: string;
  number: number;
  look?: "plain" | "primary";
}

export function RestoreRun({ runId, number, look = "plain" }: RestoreRunProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { mutate, isPending } = useMutation(
    trpc.run.restore.mutationOptions({
      onSuccess: ({ isBaseline }) => {
        toast({ text: `Run ${number} restored${isBaseline ? " as the baseline" : ""}.`, tone: "good" });
        router.push(`/runs/${runId}`);
        router.refresh();
      },
      onError: (error) => {
        toast({ text: problemWords(error), tone: "bad" });
        router.refresh();
      },
    }),
  );
  return (
    <Button look={look} busy={isPending} onClick={() => mutate({ runId })}>
      Restore
    </Button>
  );
}
