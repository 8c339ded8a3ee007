"use client";

import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DetectionAnswer } from "@headroom/contract";
import { detectFile } from "./ask-ingest.ts";
import { EMPTY_FILE, noTicket } from "./read-problem.ts";
import type { UploadProblem } from "./read-problem.ts";
import { detectionQuery } from "./upload-form.ts";
import type { UploadForm } from "./upload-form.ts";
import type { Tickets } from "./use-ticket.ts";

/** A file that was added to the page. */
export interface ChosenFile {
  id: string;
  file: File;
}

export type FileState =
  | { kind: "asking" }
  | { kind: "known"; answer: DetectionAnswer }
  | { kind: "unknown"; answer: DetectionAnswer }
  | { kind: "refused"; problem: UploadProblem };

const TYPING_PAUSE_MS = 400;
const ASK_AGAIN_MS = 4_000;

interface DetectionInput {
  files: readonly ChosenFile[];
  form: Pick<UploadForm, "tool" | "mapping">;
  ingestUrl: string;
  tickets: Tickets;
}

/** The format of each file, detected again when the uploader changes how it is read. */
export function useDetection({ files, form, ingestUrl, tickets }: DetectionInput): FileState[] {
  const mapping = usePaused(form.mapping);
  const query = detectionQuery({ tool: form.tool, mapping });
  return useQueries({
    queries: files.map(({ id, file }) => ({
      queryKey: ["upload", "detect", id, query.toString()],
      queryFn: async (): Promise<FileState> => {
        if (file.size === 0) return { kind: "refused", problem: EMPTY_FILE };
        const asked = await detectFile({ ingestUrl, ticket: await tickets.take(), query }, file);
        if (!asked.ok) {
          if (asked.problem.expired) tickets.drop();
          return { kind: "refused", problem: asked.problem };
        }
        return { kind: asked.answer.format === null ? "unknown" : "known", answer: asked.answer };
      },
      staleTime: Infinity,
      // Only for the ticket: what ingest says, refusals too, is an answer.
      retry: 2,
      // Ingest may be restarting: the page asks until it answers.
      refetchInterval: ({ state: { data } }: { state: { data?: FileState | undefined } }) =>
        data?.kind === "refused" && data.problem.unreachable ? ASK_AGAIN_MS : false,
    })),
    combine: (results) =>
      results.map(
        ({ data, error }): FileState =>
          data ?? (error === null ? { kind: "asking" } : { kind: "refused", problem: noTicket(error) }),
      ),
  });
}

const AS_IT_IS = { tool: "auto", mapping: "" };

/** The columns of the first unrecognized table, detected without the form's settings; null if every file is recognized. */
export function useTable(input: Omit<DetectionInput, "form">) {
  const states = useDetection({ ...input, form: AS_IT_IS });
  const found = states.find((state) => state.kind === "unknown" && state.answer.table !== null);
  return found?.kind === "unknown" ? found.answer.table : null;
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
