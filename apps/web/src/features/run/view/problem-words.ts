import type { ErrorExtra, Refusal } from "../../../trpc/refusal.ts";

/** What was wrong and what to do, as the server said it. */
export function problemWords(error: unknown): string {
  const { message, hint } = readProblem(error);
  return hint === null ? message : `${message} ${hint}`;
}

export interface Problem {
  message: string;
  hint: string | null;
  field: string | null;
  /** What is wrong with the field, to be shown at it. */
  fieldMessage: string | null;
  /** The run is not there any more. */
  gone: boolean;
  /** Nobody is signed in any more. */
  signedOut: boolean;
  /** Somebody else was there first. */
  conflict: boolean;
}

export function readProblem(error: unknown): Problem {
  const { message, data } = Object(error) as Refusal;
  const own: Partial<ErrorExtra> = data?.headroom ?? {};
  const problem: Problem = {
    message,
    hint: own.hint ?? null,
    field: own.field ?? null,
    fieldMessage: own.fieldMessage ?? null,
    gone: own.code === "not-found",
    signedOut: false,
    conflict: own.code === "conflict",
  };
  if (data?.code === "UNAUTHORIZED") return { ...problem, ...SIGNED_OUT };
  const unreached = message === "" || message === "Failed to fetch";
  return unreached ? { ...problem, message: "Couldn't reach the server." } : problem;
}

const SIGNED_OUT = {
  signedOut: true,
  message: "Your session has expired.",
  hint: "Sign in again. What you wrote is still on this page.",
};
