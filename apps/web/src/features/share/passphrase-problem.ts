const PROBLEMS: ReadonlyMap<unknown, string> = new Map([
  ["passphrase", "This is not the passphrase of the link."],
  ["often", "That was tried too often. Wait 15 minutes and try again."],
]);

/** What the address says went wrong; whatever else it says is nothing. */
export function passphraseProblem(problem: unknown): string | undefined {
  return PROBLEMS.get(problem);
}
