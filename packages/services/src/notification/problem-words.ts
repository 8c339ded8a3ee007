import { WebhookRefused } from "./post-webhook.ts";

const MAX_LENGTH = 300;

/** The same for names that don't exist and for those of private addresses: nobody is to find out which of the latter there are. */
const UNREACHABLE = "Its address doesn't exist or can't be reached from this server.";

const WORDS: Readonly<Record<string, string | undefined>> = {
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  ECONNREFUSED: "Nobody listens at its address.",
  ECONNRESET: "The connection was closed before an answer came.",
  EPIPE: "The connection was closed before an answer came.",
  ETIMEDOUT: "No connection could be made in time.",
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
};

/** Why an attempt failed, for those who set up the receiver. */
export function problemWords(error: unknown): string {
  if (error instanceof WebhookRefused) return answerWords(error.status);
  if (!(error instanceof Error)) return "It failed for an unknown reason.";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "No answer within 10 seconds.";
  const known = "code" in error && typeof error.code === "string" ? WORDS[error.code] : undefined;
  return known ?? error.message.replaceAll(/\p{Cc}+/gu, " ").slice(0, MAX_LENGTH);
}

function answerWords(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}. Redirects aren't followed.`;
  return `It answered ${status}.`;
}
