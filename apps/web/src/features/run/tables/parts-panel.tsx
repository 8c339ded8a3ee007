"use client";

import dynamic from "next/dynamic";
import type { RunDetail } from "@headroom/services";
import { Button, SheetNote, Table, formatCount, formatFigure, formatMillis, formatShort } from "@headroom/ui";
import { ParseAgain } from "./parse-again.tsx";
import { useRunView } from "../view/run-view.tsx";
import { useDownload } from "./use-download.ts";

const HostsTable = dynamic(() => import("./hosts-table.tsx").then((module) => module.HostsTable), {
  ssr: false,
});

type RunPart = RunDetail["parts"][number];

interface PartsPanelProps {
  parts: readonly RunPart[];
  hosts: RunDetail["answer"]["hosts"];
  reparse: RunDetail["answer"]["reparse"];
  ingestUrl: string;
  mayEdit: boolean;
}

const NOT_KEPT = {
  some: "Parsing again needs the files of all generators, and some were not kept. To replace a generator's data, upload its file again.",
  none: "The files of this run were not kept. If you turn on keeping uploaded files in the workspace settings, you can download the files of new runs here and parse them again.",
} as const;

/** What each tested host answered, and what each generator sent, with its file if the workspace keeps uploaded files. */
export function PartsPanel({ parts, hosts, reparse, ingestUrl, mayEdit }: PartsPanelProps) {
  const { runId } = useRunView();
  const kept = parts.some((part) => part.kept);
  const all = kept && parts.every((part) => part.kept);
  const compared = parts.some(({ summary }) => summary !== null);
  return (
    <>
      {hosts.length === 0 ? null : <HostsTable hosts={hosts} />}
      <Table label="Sources" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Generator</th>
            <th scope="col" className="hidden wide:table-cell">
              Format
            </th>
            {compared ? <FigureHeads /> : null}
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
                {part.isCopy ? <span className="text-ink-3"> · same samples, not counted again</span> : null}
              </th>
              <td className="hidden text-ink-2 wide:table-cell">{part.format ?? "-"}</td>
              {compared ? <Figures summary={part.summary} /> : null}
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

/** Of each generator's own requests, to see the one that differs: a busy machine, a slow network. */
function FigureHeads() {
  return ["req/s", "p50, ms", "p99, ms", "Errors"].map((head) => (
    <th key={head} scope="col" className="right">
      {head}
    </th>
  ));
}

function Figures({ summary }: Pick<RunPart, "summary">) {
  const { throughput = null, latencyMs = null, errors = null } = summary ?? {};
  const cells = [
    throughput === null ? "-" : formatFigure(throughput),
    latencyMs === null || latencyMs.p50 === null ? "-" : formatMillis(latencyMs.p50),
    latencyMs === null || latencyMs.p99 === null ? "-" : formatMillis(latencyMs.p99),
    errors === null ? "-" : formatCount(errors),
  ];
  return cells.map((text, at) => (
    <td key={at} className="right">
      {text}
    </td>
  ));
}

interface DownloadProps {
  runId: string;
  part: RunPart;
  ingestUrl: string;
}

function Download({ runId, part, ingestUrl }: DownloadProps) {
  const { download, isPending } = useDownload({ runId, ingestUrl });
  return (
    <Button busy={isPending} onClick={() => void download(`raw/${part.id}?file=1`, "GET")}>
      Download
    </Button>
  );
}
