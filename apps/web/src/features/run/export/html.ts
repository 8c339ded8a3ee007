/** Trusted markup that was made here, as opposed to user text. */
export interface Html {
  readonly text: string;
}

type Part = Html | string | number | null | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose parts are escaped, unless this function made them. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = texts
    .map((own, at) => `${own}${at < parts.length ? markupOf(parts[at] ?? null) : ""}`)
    .join("");
  return { text };
}

function markupOf(part: Part): string {
  if (part === null) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  return "text" in part ? part.text : part.map(({ text }) => text).join("");
}
