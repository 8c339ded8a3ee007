import type { DetectionAnswer } from "@headroom/contract";
import { readDetection, readUploadedRun } from "./read-answer.ts";
import type { UploadedRun } from "./read-answer.ts";
import { readProblem, unreachable } from "./read-problem.ts";
import type { UploadProblem } from "./read-problem.ts";

/** What detection reads of a file. */
const HEAD_BYTES = 65_536;

export type Detected = { ok: true; answer: DetectionAnswer } | { ok: false; problem: UploadProblem };

interface Ask {
  ingestUrl: string;
  ticket: string;
  query: URLSearchParams;
}

/** Asks what a file is. Of the file itself only its first bytes leave the browser. */
export async function detectFile({ ingestUrl, ticket, query }: Ask, file: File): Promise<Detected> {
  try {
    const response = await fetch(`${ingestUrl}/v1/detect?${query.toString()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ticket}`, "content-type": "application/octet-stream" },
      body: file.slice(0, HEAD_BYTES),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const body = await response.text();
    if (!response.ok)
      return { ok: false, problem: readProblem(response.status, body, response.headers.get("retry-after")) };
    const answer = readDetection(body);
    return answer === null
      ? { ok: false, problem: readProblem(response.status, "", null) }
      : { ok: true, answer };
  } catch {
    return { ok: false, problem: unreachable(ingestUrl) };
  }
}

export type Sent =
  | { kind: "run"; run: UploadedRun }
  | { kind: "refused"; problem: UploadProblem }
  | { kind: "cancelled" };

export interface SendInput extends Ask {
  files: readonly File[];
  /** The same for every try of one upload, so that a repeat makes no second run. */
  idempotencyKey: string;
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

export interface Sending {
  done: Promise<Sent>;
  cancel: () => void;
}

/** Streams files from disk: the browser reads them while sending, and holds none in memory. */
export function sendFiles({
  ingestUrl,
  ticket,
  query,
  files,
  idempotencyKey,
  onProgress,
}: SendInput): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    request.open("POST", `${ingestUrl}/v1/runs?${query.toString()}`);
    request.setRequestHeader("authorization", `Bearer ${ticket}`);
    request.setRequestHeader("idempotency-key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", () => resolve({ kind: "refused", problem: unreachable(ingestUrl) }));
    request.addEventListener("abort", () => resolve({ kind: "cancelled" }));
    request.send(bodyOf(files, request));
  });
  return { done, cancel: () => request.abort() };
}

/** One file is sent as the body, several as a form. */
function bodyOf(files: readonly File[], request: XMLHttpRequest): File | FormData | null {
  const [only = null] = files;
  if (files.length <= 1) {
    request.setRequestHeader("content-type", "application/octet-stream");
    return only;
  }
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return form;
}

function answerOf(request: XMLHttpRequest): Sent {
  const { status, responseText } = request;
  if (status !== 201)
    return {
      kind: "refused",
      problem: readProblem(status, responseText, request.getResponseHeader("retry-after")),
    };
  const run = readUploadedRun(responseText);
  return run === null ? { kind: "refused", problem: readProblem(status, "", null) } : { kind: "run", run };
}
