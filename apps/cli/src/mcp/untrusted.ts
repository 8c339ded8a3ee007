/** What an uploaded text may be long in an answer. */
const MAX_LENGTH = 500;
const MAX_NAME_LENGTH = 120;

/**
 * Characters that people don't see and programs read: controls, formats (zero width, direction, tags), unassigned private use,
 * broken surrogates, and variation selectors, which can carry a whole hidden text.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]+/gu;

/** Text as one visible line of limited length. Names, labels, notes and messages are chosen by the people who upload results. */
export function plain(text: string, most = MAX_LENGTH): string {
  const line = text.replaceAll(HIDDEN, " ").replaceAll(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

/** A name, or a longer text, within a sentence, in quotes. Quotes in the name itself can't close them. */
export function quoted(name: string, most = MAX_NAME_LENGTH): string {
  return JSON.stringify(plain(name, most));
}

/** Data in which every text is plain. */
export function plainData(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map(plainData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      plain(name),
      isAddress(name, part) ? part : plainData(part),
    ]),
  );
}

/** The server wrote it, encoded. A shortened one would lead nowhere. */
function isAddress(name: string, part: unknown): boolean {
  return /url$/i.test(name) && typeof part === "string" && /^https?:\/\/[\x21-\x7e]{1,4000}$/.test(part);
}
