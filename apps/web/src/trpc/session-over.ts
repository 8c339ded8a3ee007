/** Whether the session has ended. A missing permission or a wrong password is a different error. */
export function isSessionOver(error: unknown): boolean {
  const data: unknown = error instanceof Error && "data" in error ? error.data : null;
  return typeof data === "object" && data !== null && "code" in data && data.code === "UNAUTHORIZED";
}
