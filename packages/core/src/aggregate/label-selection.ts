const SEPARATOR = " | ";
const ANY = "*";

/**
 * The labels that a selection matches, such as `search | listings *`. A star matches any text. A label
 * that is named like such a text is that label.
 */
export function selectLabels(selection: string, labels: readonly string[]): string[] {
  if (labels.includes(selection)) return [selection];
  const parts = selection.split(SEPARATOR).flatMap((part) => (part.trim() === "" ? [] : part.trim()));
  const known = new Set(labels);
  return labels.filter((label) =>
    parts.some((part) => (known.has(part) ? label === part : fits(part, label))),
  );
}

/** Whether a text can stand for several labels. */
export function isSelection(text: string): boolean {
  return text.includes(SEPARATOR) || text.includes(ANY);
}

function fits(part: string, label: string): boolean {
  const [first = "", ...others] = part.split(ANY);
  const last = others.pop();
  if (last === undefined) return label === first;
  if (!label.startsWith(first) || label.length < first.length + last.length || !label.endsWith(last))
    return false;
  const end = label.length - last.length;
  let at = first.length;
  for (const text of others) {
    const found = label.indexOf(text, at);
    if (found < 0 || found + text.length > end) return false;
    at = found + text.length;
  }
  return true;
}
