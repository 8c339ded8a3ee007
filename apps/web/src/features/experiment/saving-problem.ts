import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormField } from "./form-values.ts";

export interface SavingProblem {
  /** Null: of no field. */
  field: FormField | null;
  words: string;
  /** Somebody else was faster. */
  conflict: boolean;
}

/** What a refusal says, and at which field. */
export function explainSaving(error: unknown): SavingProblem {
  const { field: named, words, conflict } = explainRefusal(error);
  const field = fieldOf(named);
  const isConflict = conflict && field === null;
  return { field, words: isConflict && error instanceof Error ? error.message : words, conflict: isConflict };
}

/** "target" belongs to the targets. */
function fieldOf(named: string | null): FormField | null {
  if (named === "target") return "targets";
  return named !== null && isField(named) ? named : null;
}

function isField(name: string): name is FormField {
  return Object.hasOwn(FIELD_WORDS, name);
}
