const PROBLEMS: ReadonlyMap<unknown, string> = new Map([
  ["passphrase", "Wrong passphrase."],
  ["often", "Too many attempts. You can try again in 15 minutes or less."],
]);

/** The problem that the address names; anything else it says is ignored. */
export function passphraseProblem(problem: unknown): string | undefined {
  return PROBLEMS.get(problem);
}
