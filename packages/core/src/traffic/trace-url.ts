/** Where the ID of a trace goes in the address of the system that has it. */
export const TRACE_ID = "{traceId}";

/** Why an address can't be one of traces; null if it can. */
export function traceUrlProblem(template: string): string | null {
  if (template.split(TRACE_ID).length !== 2) return `expected the placeholder ${TRACE_ID} once`;
  const [one, other] = ["a", "b"].map((id) => parsed(traceUrl(template, id)));
  if (one == null || other == null) return "expected a URL";
  if (one.protocol !== "https:" && one.protocol !== "http:") return "expected http:// or https://";
  if (one.username !== "" || one.password !== "") return "expected a URL without a user name or password";
  return one.origin === other.origin ? null : `expected ${TRACE_ID} after the host`;
}

export function traceUrl(template: string, traceId: string): string {
  return template.replace(TRACE_ID, () => encodeURIComponent(traceId));
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
