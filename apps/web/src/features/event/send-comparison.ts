import { JsonReader } from "../upload/read-json.ts";
import { readProblem, unreachable } from "../upload/read-problem.ts";
import type { UploadProblem } from "../upload/read-problem.ts";

interface AskedComparison {
  ingestUrl: string;
  ticket: string;
  service: string;
  eventId: string;
}

/** Has ingest keep the traffic around an event; the address is that of the comparison. */
export async function compareAround(
  asked: AskedComparison,
): Promise<{ address: string } | { problem: UploadProblem }> {
  const { ingestUrl, ticket, service, eventId } = asked;
  const path = `/v1/services/${encodeURIComponent(service)}/events/${encodeURIComponent(eventId)}/comparison`;
  try {
    const response = await fetch(`${ingestUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ticket}` },
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    const runs = response.ok ? readRuns(text) : null;
    if (runs !== null) return { address: `/comparisons?runs=${runs.join(",")}` };
    return { problem: readProblem(response.status, text, response.headers.get("retry-after")) };
  } catch {
    return { problem: unreachable(ingestUrl) };
  }
}

function readRuns(text: string): [before: string, after: string] | null {
  const answer = JsonReader.of(text);
  const [before, after] = [answer?.object("before")?.text("runId"), answer?.object("after")?.text("runId")];
  return before == null || after == null ? null : [before, after];
}
