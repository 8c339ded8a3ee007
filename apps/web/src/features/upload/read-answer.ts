import type { DetectionAnswer, KnownFormat } from "@headroom/contract";
import { JsonReader } from "./read-json.ts";

/** What the page needs of the answer to an upload; the run's own page has the rest. */
export interface UploadedRun {
  runId: string;
}

export function readUploadedRun(body: string): UploadedRun | null {
  const runId = JsonReader.of(body)?.object("run")?.text("id") ?? null;
  return runId === null ? null : { runId };
}

export function readDetection(body: string): DetectionAnswer | null {
  const answer = JsonReader.of(body);
  if (answer === null) return null;
  const format = answer.object("format");
  const named = format === null ? null : formatOf(format);
  const reads = READS.find((one) => one === format?.text("reads")) ?? "lines";
  const refusal = answer.object("refusal");
  const role = format?.text("role") === "supplement" ? "supplement" : "run";
  return {
    format: named === null ? null : { ...named, reads, role },
    tried: answer
      .objects("tried")
      .map((one) => ({ id: one.text("id") ?? "", reason: one.text("reason") ?? "" })),
    refusal: refusal === null ? null : { detail: refusal.text("detail") ?? "", hint: refusal.text("hint") },
    table: tableOf(answer.object("table")),
    known: answer
      .objects("known")
      .map(formatOf)
      .filter((one) => one !== null),
  };
}

function tableOf(table: JsonReader | null): DetectionAnswer["table"] {
  if (table === null) return null;
  const columns = table
    .objects("columns")
    .map((column) => ({ name: column.text("name") ?? "", values: column.texts("values") }));
  return { columns, mapping: table.text("mapping") };
}

const READS = ["lines", "records", "document"] as const;

function formatOf(format: JsonReader): KnownFormat | null {
  const [id, tool, title] = [format.text("id"), format.text("tool"), format.text("title")];
  return id === null || tool === null || title === null ? null : { id, tool, title };
}
