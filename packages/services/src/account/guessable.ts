import { COMMON_WORDS } from "./common-words.ts";

/** Why a password is among the first that anybody would try; null if it isn't. */
export function whyGuessable(password: string, email: string | null = null): string | null {
  const text = password.toLowerCase();
  if (repeats(text)) return "this one only repeats a few characters";
  if (isKeyRun(text)) return "this one follows the keyboard or the alphabet";
  if (isOfCommonWords(text)) return "this one is a common password";
  if (email !== null && isMostly(text, email.toLowerCase())) return "this one is mostly your email address";
  return null;
}

/** `aaaaaaaaaa`, `1212121212`, `abc123abc123`. */
function repeats(text: string): boolean {
  return new Set(text).size <= 3 || /^(.{1,8}?)\1+$/su.test(text);
}

const RUNS = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "!@#$%^&*()",
].flatMap((run) => [run, Array.from(run).toReversed().join("")]);
const SHORTEST_RUN = 3;
/** What may be left beside runs without making them hard to guess. */
const MOST_BESIDE = 3;
const MOST_RUNS = 4;

/** `1234567890`, `qwerty12345`, `1qaz2wsx3edc`. */
function isKeyRun(text: string): boolean {
  let [runs, beside] = [0, 0];
  for (let at = 0; at < text.length;) {
    const length = longestRunAt(text, at);
    if (length === 0) beside += 1;
    else runs += 1;
    at += Math.max(1, length);
  }
  return runs > 0 && runs <= MOST_RUNS && beside <= MOST_BESIDE;
}

function longestRunAt(text: string, at: number): number {
  let length = SHORTEST_RUN;
  while (at + length <= text.length && RUNS.some((run) => run.includes(text.slice(at, at + length)))) {
    length += 1;
  }
  return length === SHORTEST_RUN ? 0 : length - 1;
}

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** `password123`, `P4ssw0rd-2026`, `AdminAdmin1!`: one or two common words, and little else. */
function isOfCommonWords(text: string): boolean {
  const core = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  if (core === "" || text.length - core.length > 8) return false;
  const letters = Array.from(core, (one) => LEET[one] ?? one).join("");
  const word = letters.replaceAll(/[^a-z]/g, "");
  if (COMMON_WORDS.has(word)) return true;
  return Array.from({ length: word.length }, (_, at) => at).some(
    (at) => COMMON_WORDS.has(word.slice(0, at)) && COMMON_WORDS.has(word.slice(at)),
  );
}

const SHORTEST_NAME = 4;
/** With fewer characters of its own, a password is only the address. */
const OWN_CHARACTERS = 5;

function isMostly(text: string, email: string): boolean {
  const [name = ""] = email.split("@", 1);
  return [email, name].some(
    (part) =>
      part.length >= SHORTEST_NAME && text.includes(part) && text.length - part.length < OWN_CHARACTERS,
  );
}
