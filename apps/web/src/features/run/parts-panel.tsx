"use client";

import { useMutation } from "@tanstack/react-query";
import type { RunDetail, RunPart } from "@headroom/services";
import { Button, SheetNote, Table, formatCount, formatShort, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ParseAgain } from "./parse-again.tsx";
import { problemWords } from "./problem-words.ts";
import { useRunView } from "./run-view.tsx";

interface PartsPanelProps {
  parts: readonly RunPart[];
  reparse: RunDetail["answer"]["reparse"];
  ingestUrl: string;
  mayEdit: boolean;
}

const NOT_KEPT = {
  some: "Parsing again needs the files of all generators, and some were not kept. To replace a generator's data, upload its file again.",
  none: "The files of this run were not kept. If you turn on keeping uploaded files in the workspace settings, you can download the files of new runs here and parse them again.",
} as const;

/** What each generator sent, with its file if the workspace keeps uploaded files. */
export function PartsPanel({ parts, reparse, ingestUrl, mayEdit }: PartsPanelProps) {
  const { runId } = useRunView();
  const kept = parts.some((part) => part.kept);
  const all = kept && parts.every((part) => part.kept);
  return (
    <>
      <Table label="Generators" narrow="fit">
        <thead>
          <tr>
            <th scope="col">Generator</th>
            <th scope="col" className="hidden wide:table-cell">
              Format
            </th>
            <th scope="col" className="right">
              Samples
            </th>
            <th scope="col" className="right hidden wide:table-cell">
              Skipped
            </th>
            <th scope="col" className="right hidden wide:table-cell">
              Size
            </th>
            <th scope="col">File</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.id}>
              <th scope="row" className="font-normal wrap-anywhere">
                {part.generator === "" ? "all" : part.generator}
                {part.revision > 1 ? (
                  <span className="text-ink-3"> · revision {formatCount(part.revision)}</span>
                ) : null}
              </th>
              <td className="hidden text-ink-2 wide:table-cell">{part.format ?? "-"}</td>
              <td className="right">{formatCount(part.accepted)}</td>
              <td className="right hidden wide:table-cell">{formatCount(part.refused)}</td>
              <td className="right hidden wide:table-cell">{formatShort(part.bytesIn)}B</td>
              <td>{part.kept ? <Download runId={runId} part={part} ingestUrl={ingestUrl} /> : "not kept"}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {all ? (
        <ParseAgain reparse={reparse} mayEdit={mayEdit} />
      ) : (
        <SheetNote>{NOT_KEPT[kept ? "some" : "none"]}</SheetNote>
      )}
    </>
  );
}

interface DownloadProps {
  runId: string;
  part: RunPart;
  ingestUrl: string;
}

/**
 * The browser downloads the file to disk with a ticket that is valid for ten minutes, so that the session never leaves
 * the web app. It asks first whether the file exists, because an error response would replace the page.
 */
function Download({ runId, part, ingestUrl }: DownloadProps) {
  const trpc = useTRPC();
  const toast = useToast();
  const { mutateAsync, isPending } = useMutation(trpc.run.rawFileTicket.mutationOptions());
  const download = async () => {
    try {
      const { ticket } = await mutateAsync({ runId });
      const address = `${ingestUrl}/v1/runs/${runId}/raw/${part.id}?file=1`;
      const answer = await fetch(address, { headers: { authorization: `Bearer ${ticket}` } });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`Couldn't download the file (HTTP ${answer.status}).`);
      follow(`${address}&ticket=${ticket}`);
    } catch (error) {
      toast({ text: problemWords(error), tone: "bad" });
    }
  };
  return (
    <Button busy={isPending} onClick={() => void download()}>
      Download
    </Button>
  );
}

function follow(address: string): void {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.rel = "noreferrer";
  anchor.click();
}
