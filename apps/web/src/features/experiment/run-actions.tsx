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
          text: isBaseline ? "There is no baseline now." : `Run ${number} is the baseline.`,
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
        const words = verdict === null ? "there are no targets" : VERDICTS[verdict];
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
                hint: "By the present targets",
                onSelect: () => judge.mutate({ runId }),
              },
              {
                label: isBaseline ? "Unpin the baseline" : "Make it the baseline",
                icon: "pin",
                hint: isBaseline
                  ? "Runs to come are compared with none"
                  : "Runs to come are compared with it",
                onSelect: () => pin.mutate({ experimentId, runId: isBaseline ? null : runId }),
              },
            ],
          },
        ]}
      />
    </div>
  );
}
