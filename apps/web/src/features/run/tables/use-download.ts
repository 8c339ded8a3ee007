"use client";

import { useMutation } from "@tanstack/react-query";
import { useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";

const REFUSALS: Readonly<Record<number, string>> = {
  404: "This run has no such file.",
  429: "Too many files are being written right now. Try again in a few seconds.",
};

export interface Download {
  /** `ask`: the method that asks whether the file exists. HEAD where it is made first, so that it isn't made twice. */
  download: (path: string, ask: "GET" | "HEAD") => Promise<void>;
  isPending: boolean;
}

/**
 * The browser downloads a file of a run to disk with a ticket that is valid for ten minutes, so that the session never leaves
 * the web app. It asks first whether the file exists, because an error response would replace the page.
 */
export function useDownload({ runId, ingestUrl }: { runId: string; ingestUrl: string }): Download {
  const trpc = useTRPC();
  const toast = useToast();
  const { mutateAsync, isPending } = useMutation(trpc.run.fileTicket.mutationOptions());
  const download: Download["download"] = async (path, ask) => {
    try {
      const { ticket } = await mutateAsync({ runId });
      const address = `${ingestUrl}/v1/runs/${runId}/${path}`;
      const ticketed = `${address}${address.includes("?") ? "&" : "?"}ticket=${ticket}`;
      const answer = await fetch(ticketed, { method: ask });
      await answer.body?.cancel();
      if (!answer.ok)
        throw new Error(REFUSALS[answer.status] ?? `Couldn't download the file (HTTP ${answer.status}).`);
      follow(ticketed);
    } catch (error) {
      toast({ text: problemWords(error), tone: "bad" });
    }
  };
  return { download, isPending };
}

function follow(address: string): void {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.rel = "noreferrer";
  anchor.click();
}
