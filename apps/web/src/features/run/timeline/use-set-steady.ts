"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { formatClock, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";

type Edges = { from: number; to: number } | null;

const VERDICTS: Record<string, string> = {
  met: "met",
  missed: "missed",
  unsure: "unsure",
  "no-baseline": "no baseline yet",
};

/** Sets the steady phase by hand; null detects it again. The run is judged again. */
export function useSetSteady(): { setSteady: (edges: Edges) => void; setting: boolean } {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId, go } = useRunView();
  const { mutate, isPending } = useMutation(
    trpc.run.setSteady.mutationOptions({
      onSuccess: ({ before, verdict }, { window }) => {
        const what =
          window === null
            ? "The steady phase is detected automatically again."
            : `The steady phase is now ${formatClock(window.fromSeconds)}–${formatClock(window.toSeconds)}.`;
        const judged =
          verdict === null
            ? ""
            : ` Judged again: ${VERDICTS[verdict] ?? verdict}${before === verdict ? "" : ` (was ${before ?? "no verdict"})`}.`;
        toast({ text: `${what}${judged}`, tone: "good" });
        go({ window: "steady" });
        router.refresh();
      },
      onError: (error) => {
        toast({ text: problemWords(error), tone: "bad" });
        router.refresh();
      },
    }),
  );
  return {
    setting: isPending,
    setSteady: (edges) =>
      mutate({
        runId,
        window:
          edges === null ? null : { fromSeconds: Math.round(edges.from), toSeconds: Math.round(edges.to) },
      }),
  };
}
