import { ABSENT_FIGURES, ALL_LABEL, summarize } from "@headroom/core";
import type { Cell, Summary } from "@headroom/core";
import { readPartTotals } from "@headroom/db";
import type { RunRead, WorkspaceTx } from "@headroom/db";

export interface RunPart {
  id: string;
  generator: string;
  revision: number;
  bytesIn: number;
  accepted: number;
  refused: number;
  /** Another part of the run has the same samples, and counts. */
  isCopy: boolean;
  tool: string | null;
  format: string | null;
  /** The file is saved as it was sent. */
  kept: boolean;
  /** By the generator's own clock; null if the file has no absolute times. */
  times: { firstStartMicros: number; lastCompletionMicros: number } | null;
  /** Of all its requests, over its own time; null: it is the only one, or one of very many. */
  summary: Pick<Summary, "requests" | "errors" | "throughput" | "latencyMs"> | null;
}

const MAX_SUMMARIES = 100;

/** With the figures of each, where there are several to compare. */
export async function readDetailParts(
  tx: WorkspaceTx,
  runId: string,
  parts: RunRead["parts"],
): Promise<RunPart[]> {
  const totals =
    parts.length < 2 ? [] : await readPartTotals(tx, runId, { label: ALL_LABEL, limit: MAX_SUMMARIES });
  const byPart = new Map(totals.map(({ partId, total }) => [partId, total]));
  return parts.map((part) => {
    const total = byPart.get(part.id);
    return { ...toDetailPart(part), summary: total === undefined ? null : summaryOfPart(part, total) };
  });
}

function summaryOfPart(
  { firstStartUs, lastCompletionUs, absent }: RunRead["parts"][number],
  total: Cell,
): NonNullable<RunPart["summary"]> {
  const durationSeconds =
    firstStartUs === null || lastCompletionUs === null ? null : Number(lastCompletionUs - firstStartUs) / 1e6;
  const summary = summarize(total, {
    durationSeconds,
    absent: ABSENT_FIGURES.filter((one) => absent.includes(one)),
  });
  const { requests, errors, throughput, latencyMs } = summary;
  return { requests, errors, throughput, latencyMs };
}

function toDetailPart(part: RunRead["parts"][number]): Omit<RunPart, "summary"> {
  const { clock, firstStartUs, lastCompletionUs } = part;
  return {
    id: part.id,
    generator: part.generator,
    revision: part.revision,
    bytesIn: Number(part.bytesIn),
    accepted: Number(part.accepted),
    refused: Number(part.refused),
    isCopy: part.state === "copy",
    tool: part.tool,
    format: part.format,
    kept: part.rawFileKey !== null,
    times:
      clock === "absolute" && firstStartUs !== null && lastCompletionUs !== null
        ? { firstStartMicros: Number(firstStartUs), lastCompletionMicros: Number(lastCompletionUs) }
        : null,
  };
}
