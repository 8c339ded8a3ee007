import { curvePreview } from "@headroom/contract";
import type { CurvePreview } from "@headroom/contract";
import { readProblem, unreachable } from "../upload/read-problem.ts";
import type { UploadProblem } from "../upload/read-problem.ts";

export interface CurveRequest {
  ingestUrl: string;
  ticket: string;
  peakDayId: string;
  file: File;
  choice: CurveChoice;
}

/** What people say about a file; null: nothing, so it has to say so itself. */
export type CurveChoice = Record<
  "of" | "series" | "unit" | "p99" | "p99Unit" | "errors" | "errorsUnit",
  string | null
>;

/** Has ingest say what it understands of a file. */
export async function previewCurve(
  request: CurveRequest,
): Promise<{ preview: CurvePreview } | { problem: UploadProblem }> {
  const answer = await send(request, true);
  if ("problem" in answer) return answer;
  return { preview: curvePreview.parse(JSON.parse(answer.text)) };
}

/** Makes the file the throughput of the peak day. Null: it is. */
export async function storeCurve(request: CurveRequest): Promise<{ problem: UploadProblem } | null> {
  const answer = await send(request, false);
  return "problem" in answer ? answer : null;
}

async function send(
  { ingestUrl, ticket, peakDayId, file, choice }: CurveRequest,
  preview: boolean,
): Promise<{ text: string } | { problem: UploadProblem }> {
  const query = new URLSearchParams({ preview: String(preview), file: file.name.slice(0, 200) });
  for (const [name, value] of Object.entries(choice)) if (value !== null) query.set(name, value);
  try {
    const address = `${ingestUrl}/v1/peak-days/${encodeURIComponent(peakDayId)}/curve?${query.toString()}`;
    const response = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${ticket}` },
      body: file,
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    if (response.ok) return { text };
    return { problem: readProblem(response.status, text, response.headers.get("retry-after")) };
  } catch {
    return { problem: unreachable(ingestUrl) };
  }
}
