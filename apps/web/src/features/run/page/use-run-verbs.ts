import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useToast } from "@headroom/ui";
import type { MenuItem } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";

interface RunVerbsInput {
  experimentId: string;
  runId: string;
  number: number;
  isBaseline: boolean;
}

/** What an editor does with a run wherever it is listed or shown: judge it again, and make it the baseline. */
export function useRunVerbs({ experimentId, runId, number, isBaseline }: RunVerbsInput): MenuItem[] {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const onError = (error: unknown) => toast({ text: problemWords(error), tone: "bad" });
  const done = (text: string) => {
    toast({ text, tone: "good" });
    router.refresh();
  };
  const pin = useMutation(
    trpc.experiment.setBaseline.mutationOptions({
      onSuccess: () => done(isBaseline ? "Baseline removed." : `Run ${number} is now the baseline.`),
      onError,
    }),
  );
  const judge = useMutation(
    trpc.experiment.judgeRun.mutationOptions({
      onSuccess: ({ before, verdict }) => {
        const was = before === verdict ? "" : ` (was ${before ?? "no verdict"})`;
        done(`Run ${number} was judged again: ${verdict ?? "no targets"}${was}.`);
      },
      onError,
    }),
  );
  return [
    {
      label: "Judge again",
      icon: "undo",
      hint: "With the current targets",
      onSelect: () => judge.mutate({ runId }),
    },
    {
      label: isBaseline ? "Remove as baseline" : "Set as baseline",
      icon: "pin",
      hint: isBaseline
        ? "Future runs won't be compared with a baseline"
        : "Future runs are compared with this run",
      onSelect: () => pin.mutate({ experimentId, runId: isBaseline ? null : runId }),
    },
  ];
}
