interface Refusal {
  message: string;
  data?: { headroom?: { hint: string | null; field: string | null } | null | undefined } | null | undefined;
}

export interface FormProblem {
  /** At which of the form's fields it is told; null above them all. */
  field: string | null;
  words: string;
}

const AS_PARAMETER = /^The parameter "[^"]*" cannot be read: ([\s\S]*)$/;

/** What a refused form says, and where. A field that the form does not show is told above. */
export function formProblem(error: Refusal | null, fields: readonly string[]): FormProblem | null {
  if (error === null) return null;
  const { field = null, hint = null } = error.data?.headroom ?? {};
  const said = AS_PARAMETER.exec(error.message)?.[1] ?? error.message;
  const words = [`${said.slice(0, 1).toUpperCase()}${said.slice(1)}`, hint].filter(Boolean).join(" ");
  return { field: field !== null && fields.includes(field) ? field : null, words };
}

/** For a field: its problem, or nothing. */
export function problemAt(problem: FormProblem | null, field: string | null): string | undefined {
  return problem !== null && problem.field === field ? problem.words : undefined;
}
