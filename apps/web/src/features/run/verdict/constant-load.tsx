"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { useReadAgain } from "../../shell/read-again.tsx";
import { problemWords } from "../view/problem-words.ts";

/** Asks whether the load of an experiment's runs is constant, or shows what somebody said. */
export function ConstantLoad({ experimentId, answer }: { experimentId: string; answer: boolean | null }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const say = useMutation(
    trpc.experiment.setConstantLoad.mutationOptions({
      onSuccess: () => {
        toast({ text: "Judging the latest runs of the experiment again.", tone: "good" });
        router.refresh();
      },
      onError: (error) => toast({ text: problemWords(error), tone: "bad" }),
    }),
  );
  useReadAgain(say.isSuccess, { everySeconds: 2, minutes: 10 });
  const button = (text: string, constant: boolean | null) => (
    <Button busy={say.isPending} onClick={() => say.mutate({ experimentId, constant })}>
      {text}
    </Button>
  );
  return (
    <span className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
      {answer === null ? (
        <>
          {button("The load was constant", true)}
          {button("The load rose", false)}
        </>
      ) : (
        <>
          {answer ? "Somebody said that the load was constant." : "Somebody said that the load rose."}
          {button("Ask again", null)}
        </>
      )}
    </span>
  );
}
