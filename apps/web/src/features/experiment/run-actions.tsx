"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Icon, Menu, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

interface RunActionsProps {
  experimentId: string;
  runId: string;
  number: number;
  isBaseline: boolean;
}

const VERDICTS = { met: "met", missed: "missed", unsure: "unsure" } as const;

/** What an editor does with a run of a list. */
export function RunActions({ experimentId, runId, number, isBaseline }: RunActionsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const failed = (error: { message: string }) => toast({ text: error.message, tone: "bad" });
  const pin = useMutation(
    trpc.experiment.setBaseline.mutationOptions({
      onSuccess: () => {
        toast({
          text: isBaseline ? "Baseline removed." : `Run ${number} is now the baseline.`,
          tone: "good",
        });
        router.refresh();
      },
      onError: failed,
    }),
  );
  const judge = useMutation(
    trpc.experiment.judgeRun.mutationOptions({
      onSuccess: ({ verdict }) => {
        const words = verdict === null ? "no targets" : VERDICTS[verdict];
        toast({ text: `Run ${number} was judged again: ${words}.`, tone: "good" });
        router.refresh();
      },
      onError: failed,
    }),
  );
  return (
    <div className="relative z-1">
      <Menu
        label={`Actions for run ${number}`}
        triggerClassName="flex size-9 items-center justify-center rounded-control text-ink-3 hover:text-ink wide:size-8"
        trigger={<Icon name="more" />}
        groups={[
          {
            items: [
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
            ],
          },
        ]}
      />
    </div>
  );
}
