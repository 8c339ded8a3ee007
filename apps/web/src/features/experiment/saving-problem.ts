import { refusalWords } from "../../trpc/refusal.ts";
import type { Refusal } from "../../trpc/refusal.ts";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormField } from "./form-values.ts";

export interface SavingProblem {
  /** Null: of no field. */
  field: FormField | null;
  words: string;
  /** Somebody else was faster. */
  conflict: boolean;
}

/** What a refusal says, and at which field. What was typed always stays. */
export function explainSaving(error: unknown): SavingProblem {
  if (!isRefusal(error) || error.data === undefined || error.data === null)
    return told(null, "Couldn't reach the server. What you typed is still here. Try again.");
  const { code, headroom } = error.data;
  if (code === "UNAUTHORIZED") {
    const words =
      "Your session has expired. Sign in in another tab, then save again. What you typed is still here.";
    return told(null, words);
  }
  if (headroom === null || headroom === undefined) return told(null, error.message);
  const field = fieldOf(headroom.field);
  if (headroom.code === "conflict" && field === null) return { field, words: error.message, conflict: true };
  return told(field, refusalWords(error));
}

function told(field: FormField | null, words: string): SavingProblem {
  return { field, words, conflict: false };
}

/** "tags.3" belongs to the tags, and "target" to the targets. */
function fieldOf(named: string | null): FormField | null {
  const [first = ""] = (named ?? "").split(".");
  if (first === "target") return "targets";
  return isField(first) ? first : null;
}

function isField(name: string): name is FormField {
  return Object.hasOwn(FIELD_WORDS, name);
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && "message" in error;
}
