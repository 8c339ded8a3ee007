import { readUploadedRun } from "../upload/read-answer.ts";
import { readProblem, unreachable } from "../upload/read-problem.ts";
import type { UploadProblem } from "../upload/read-problem.ts";

interface KeepRequest {
  ingestUrl: string;
  ticket: string;
  slug: string;
  body: string;
  idempotencyKey: string;
}

/** Has ingest make a run of a stretch of a service's live traffic. */
export async function keepTraffic(
  request: KeepRequest,
): Promise<{ runId: string } | { problem: UploadProblem }> {
  const { ingestUrl, ticket, slug, body, idempotencyKey } = request;
  try {
    const response = await fetch(`${ingestUrl}/v1/services/${encodeURIComponent(slug)}/traffic/runs`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ticket}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    const run = response.ok ? readUploadedRun(text) : null;
    return run ?? { problem: readProblem(response.status, text, response.headers.get("retry-after")) };
  } catch {
    return { problem: unreachable(ingestUrl) };
  }
}
