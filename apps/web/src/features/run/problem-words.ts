interface Refusal {
  message: string;
  data?: {
    code?: string;
    headroom?: { code: string; hint: string | null; field: string | null } | null;
  } | null;
}

/** What was wrong and what to do, as the server said it. */
export function problemWords(error: unknown): string {
  const { message, hint } = readProblem(error);
  return hint === null ? message : `${message} ${hint}`;
}

export interface Problem {
  message: string;
  hint: string | null;
  field: string | null;
  /** The run is not there any more. */
  gone: boolean;
  /** Nobody is signed in any more. */
  signedOut: boolean;
  /** Somebody else was there first. */
  conflict: boolean;
}

export function readProblem(error: unknown): Problem {
  const { message, data } = Object(error) as Refusal;
  const own = data?.headroom ?? null;
  const signedOut = data?.code === "UNAUTHORIZED";
  const text = message === "" || message === "Failed to fetch" ? "Couldn't reach the server." : message;
  return {
    message: signedOut ? "Your session has expired." : text,
    hint: signedOut ? "Sign in again. What you wrote is still on this page." : (own?.hint ?? null),
    field: own?.field ?? null,
    gone: own?.code === "not-found",
    signedOut,
    conflict: own?.code === "conflict",
  };
}
