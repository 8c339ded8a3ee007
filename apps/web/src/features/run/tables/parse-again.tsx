"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunDetail } from "@headroom/services";
import { Button, ConfirmDialog, Notice } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { useReadAgain } from "../../shell/read-again.tsx";
import { problemWords } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";

interface ParseAgainProps {
  /** The last time that it was asked for; null: never. */
  reparse: RunDetail["answer"]["reparse"];
  mayEdit: boolean;
}

/** Parses the kept files again with the current parser, and shows the progress. */
export function ParseAgain({ reparse, mayEdit }: ParseAgainProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { runId } = useRunView();
  const [asks, setAsks] = useState(false);
  const { mutateAsync } = useMutation(trpc.run.parseAgain.mutationOptions());
  const waiting = reparse?.state === "queued";
  useReadAgain(waiting, { everySeconds: 2, minutes: 10 });
  return (
    <div className="bg-canvas px-4 py-3 text-13 leading-[19px] text-ink-2 wide:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span role="status" className="min-w-0">
          {waiting
            ? "Parsing the files again. The run stays unchanged until this finishes."
            : "The uploaded files were kept. Parse them again to read them with the current parser."}
        </span>
        {mayEdit && !waiting ? <Button onClick={() => setAsks(true)}>Parse again</Button> : null}
      </div>
      {reparse?.state === "failed" ? (
        <Notice tone="bad" className="mt-3" title="The files couldn't be parsed again.">
          {reparse.problem?.detail} The run is unchanged.
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Parse this run's files again?"
        confirm="Parse again"
        onConfirm={async () => {
          await mutateAsync({ runId });
          router.refresh();
        }}
        explain={problemWords}
      >
        The current parser reads each file, and the run is judged again by the targets it already had. Figures
        and verdict may change. You can't undo this.
      </ConfirmDialog>
    </div>
  );
}
