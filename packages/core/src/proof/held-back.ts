/** By these, a tool says that it sent less than requested. */
const HELD_BACK: ReadonlySet<string> = new Set(["dropped-iterations", "rate-not-reached", "users-skipped"]);

export function heldBack(warnings: readonly { code: string }[]): boolean {
  return warnings.some(({ code }) => HELD_BACK.has(code));
}
