export interface Shortcut {
  /** Pressed one after the other. */
  keys: readonly string[];
  words: string;
  /** The page it opens; null if it does something else. */
  href: string | null;
}

/** The shortcuts of every page. Some pages have more, and name them where they work. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["Ctrl K"], words: "Find anything (⌘ K on a Mac)", href: null },
  { keys: ["?"], words: "Show these shortcuts", href: null },
  { keys: ["g", "o"], words: "Overview", href: "/" },
  { keys: ["g", "c"], words: "Experiments", href: "/experiments" },
  { keys: ["g", "l"], words: "Services and their live traffic", href: "/services" },
  { keys: ["g", "r"], words: "Compare two rounds of a service", href: "/comparisons/rounds" },
  { keys: ["g", "d"], words: "Gamedays", href: "/gamedays" },
  { keys: ["g", "u"], words: "Upload a results file", href: "/upload" },
  { keys: ["g", "e"], words: "New experiment", href: "/experiments/new" },
  { keys: ["g", "i"], words: "API reference", href: "/api-reference" },
  { keys: ["g", "s"], words: "Settings", href: "/settings" },
  { keys: ["g", "a"], words: "Your account", href: "/account" },
  { keys: ["/"], words: "Filter the list on this page", href: null },
];

/** How long the second key of a pair may take. */
export const PAIR_MILLIS = 1_200;

export type KeyStep =
  | { does: "nothing"; pending: string | null }
  | { does: "open-palette" | "show-shortcuts"; pending: null }
  | { does: "go"; href: string; pending: null };

export interface PressedKey {
  key: string;
  /** Ctrl or the command key. */
  command: boolean;
  /** Alt, or anything else that makes it another key. */
  other: boolean;
  typing: boolean;
}

/** What a key does after `pending`, the first of a pair. While someone is typing, only the palette's key counts. */
export function stepOf({ key, command, other, typing }: PressedKey, pending: string | null): KeyStep {
  if (command && !other && key.toLowerCase() === "k") return { does: "open-palette", pending: null };
  if (typing || command || other) return { does: "nothing", pending: null };
  if (key === "?") return { does: "show-shortcuts", pending: null };
  if (pending !== null) {
    const pair = SHORTCUTS.find(({ keys, href }) => href !== null && keys[0] === pending && keys[1] === key);
    if (pair?.href) return { does: "go", href: pair.href, pending: null };
  }
  const begins = SHORTCUTS.some(({ keys }) => keys.length === 2 && keys[0] === key);
  return { does: "nothing", pending: begins ? key : null };
}
