import { JsonReader } from "./read-json.ts";

/** A refusal as the page shows it. */
export interface UploadProblem {
  title: string;
  detail: string;
  hint: string | null;
  /** Of the form, or of the file's column. */
  field: string | null;
  line: number | null;
  byte: number | null;
  /** Of the request, for the server's log. */
  requestId: string | null;
  /** When the same request is worth another try; null: not without a change. */
  retryAfterSeconds: number | null;
  expired: boolean;
  /** Nothing answered at all. */
  unreachable: boolean;
}

const PREFIX = "urn:headroom:request:";
const WORTH_ANOTHER_TRY = new Set([
  "in-progress",
  "rate-limited",
  "too-many-runs-in-flight",
  "storage-full",
  "unavailable",
  "not-ready",
]);
const RETRY_SECONDS = 5;

/** Reads problem+json. Anything else came from a proxy in between. */
export function readProblem(status: number, body: string, retryAfter: string | null): UploadProblem {
  const read = JsonReader.of(body);
  const code = read?.text("code") ?? null;
  if (read === null || code === null) return strange(status);
  const instance = read.text("instance") ?? "";
  const seconds = Number(retryAfter ?? "");
  return {
    title: read.text("title") ?? "Upload rejected",
    detail: read.text("detail") ?? "",
    hint: read.text("hint"),
    field: read.text("field"),
    line: read.number("line"),
    byte: read.number("byte"),
    requestId: instance.startsWith(PREFIX) ? instance.slice(PREFIX.length) : null,
    retryAfterSeconds: WORTH_ANOTHER_TRY.has(code) ? (seconds > 0 ? seconds : RETRY_SECONDS) : null,
    expired: code === "token-expired",
    unreachable: false,
  };
}

/** Nothing answered: the connection broke, or there never was one. */
export function unreachable(ingestUrl: string): UploadProblem {
  return {
    title: "Lost the connection to the ingest server",
    detail: `${ingestUrl} didn't respond, or the file couldn't be read completely.`,
    hint: "Try again. Sending the same files again doesn't create a second run. If this keeps happening, check that this browser can reach HEADROOM_INGEST_URL.",
    field: null,
    line: null,
    byte: null,
    requestId: null,
    retryAfterSeconds: null,
    expired: false,
    unreachable: true,
  };
}

/** Nothing is asked about a file without content. */
export const EMPTY_FILE: UploadProblem = {
  ...unreachable(""),
  unreachable: false,
  title: "The file is empty",
  detail: "Choose the result file of a finished run.",
  hint: null,
};

/** The web app gave no ticket for ingest: it didn't answer, the session ended, or the role changed. */
export function noTicket(error: Error): UploadProblem {
  return {
    ...unreachable(""),
    unreachable: false,
    title: "Couldn't get an upload ticket",
    detail: error.message,
    hint: "Reload the page. Viewers can't upload to a workspace.",
  };
}

function strange(status: number): UploadProblem {
  const tooLarge = status === 413;
  return {
    ...unreachable(""),
    unreachable: false,
    title: tooLarge ? "A proxy rejected an upload of this size" : "Unexpected response",
    detail: `HTTP ${status}, but not from the ingest server. A proxy in between may have responded.`,
    hint: tooLarge
      ? "Raise the body size limit of the proxy in front of the ingest server."
      : "Try again in a moment.",
  };
}
