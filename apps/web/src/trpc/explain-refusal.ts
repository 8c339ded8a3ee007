import { refusalWords } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

export interface ExplainedRefusal {
  /** The first part of the field's name: "tags" of "tags.3". Null: of no field. */
  field: string | null;
  words: string;
  /** Somebody else was faster. */
  conflict: boolean;
}

/** What a form says of a call that failed. What was typed always stays. */
export function explainRefusal(error: unknown): ExplainedRefusal {
  if (!isRefusal(error) || error.data === undefined || error.data === null)
    return told("Couldn't reach the server. What you typed is still here. Try again.");
  const { code, headroom } = error.data;
  if (code === "UNAUTHORIZED")
    return told(
      "Your session has expired. Sign in in another tab, then save again. What you typed is still here.",
    );
  if (headroom === null || headroom === undefined) return told(error.message);
  const [first = null] = headroom.field?.split(".") ?? [];
  return { field: first, words: refusalWords(error), conflict: headroom.code === "conflict" };
}

function told(words: string): ExplainedRefusal {
  return { field: null, words, conflict: false };
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && "message" in error;
}
