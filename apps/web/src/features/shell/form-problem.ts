import { refusalWords } from "../../trpc/refusal.ts";
import type { Refusal } from "../../trpc/refusal.ts";

export interface FormProblem {
  /** The field that shows the problem; null: it is shown above all fields. */
  field: string | null;
  words: string;
}

/** What a rejected form says, and where. A problem with a field that the form doesn't have goes above. */
export function formProblem(error: Refusal | null, fields: readonly string[]): FormProblem | null {
  if (error === null) return null;
  const field = error.data?.headroom?.field ?? null;
  return { field: field !== null && fields.includes(field) ? field : null, words: refusalWords(error) };
}

/** The problem of one field, if it has one. */
export function problemAt(problem: FormProblem | null, field: string | null): string | undefined {
  return problem !== null && problem.field === field ? problem.words : undefined;
}
