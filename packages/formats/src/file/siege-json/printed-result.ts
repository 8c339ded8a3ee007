/** siege writes no nested objects, and its first figure first. */
const RESULT = /^\{\s{0,100}"transactions":[^{}]{1,5000}\}/gm;

/** The result in what siege printed: each hit stands before it with -v, the name of its log behind it with -l. */
export function printedResult(text: string): string {
  return [...text.matchAll(RESULT)].at(-1)?.[0] ?? text;
}
