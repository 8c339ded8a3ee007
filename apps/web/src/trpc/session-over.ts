/** Whether the server no longer knows who asks. A refused right or a wrong password is something else. */
export function isSessionOver(error: unknown): boolean {
  const data: unknown = error instanceof Error && "data" in error ? error.data : null;
  return typeof data === "object" && data !== null && "code" in data && data.code === "UNAUTHORIZED";
}
