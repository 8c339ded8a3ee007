import type { ErrorCode } from "@headroom/core";

/** What the server adds to an error of its own. */
export interface ErrorExtra {
  code: ErrorCode;
  hint: string | null;
  field: string | null;
  /** What is wrong with the field, to be shown at it. */
  fieldMessage: string | null;
}

/** An error of a call. Without `data`, the server wasn't reached. */
export interface Refusal {
  message: string;
  data?: { code?: string | undefined; headroom?: ErrorExtra | null | undefined } | null | undefined;
}

/** What a form says: what is wrong with the field if the error is about one, and what to do. */
export function refusalWords({ message, data }: Refusal): string {
  const { fieldMessage = null, hint = null } = data?.headroom ?? {};
  return [fieldMessage ?? message, hint].filter(Boolean).join(" ");
}
