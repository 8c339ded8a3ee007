interface Refusal {
  message: string;
  data?: { headroom?: { hint: string | null; field: string | null } | null | undefined } | null | undefined;
}

export interface FormProblem {
  /** The field that shows the problem; null: it is shown above all fields. */
  field: string | null;
  words: string;
}

const AS_PARAMETER = /^The parameter "[^"]*" [a-z ]+: ([\s\S]*)$/;

/** What a rejected form says, and where. A problem with a field that the form doesn't have goes above. */
export function formProblem(error: Refusal | null, fields: readonly string[]): FormProblem | null {
  if (error === null) return null;
  const { field = null, hint = null } = error.data?.headroom ?? {};
  const said = AS_PARAMETER.exec(error.message)?.[1] ?? error.message;
  const words = [`${said.slice(0, 1).toUpperCase()}${said.slice(1)}`, hint].filter(Boolean).join(" ");
  return { field: field !== null && fields.includes(field) ? field : null, words };
}

/** The problem of one field, if it has one. */
export function problemAt(problem: FormProblem | null, field: string | null): string | undefined {
  return problem !== null && problem.field === field ? problem.words : undefined;
}
