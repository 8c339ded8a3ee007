/** What a chat shows, as plain text: each chat escapes it in its own way. */
export interface ChatMessage {
  title: string;
  lines: readonly string[];
  /** The page with the evidence. */
  link: { words: string; url: string } | null;
}

const MAX_LINES = 12;
const MAX_LINE = 200;
const MAX_TITLE = 300;

/** Short enough for every chat, and without line breaks and control characters of names. */
export function shortened({ title, lines, link }: ChatMessage): ChatMessage {
  const kept = lines.slice(0, MAX_LINES).map((line) => cut(line, MAX_LINE));
  const more = lines.length - kept.length;
  return {
    title: cut(title, MAX_TITLE),
    lines: more === 0 ? kept : [...kept, `And ${more} more.`],
    link,
  };
}

function cut(text: string, most: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
