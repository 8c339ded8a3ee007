/** Runs once when the server starts: a wrong environment stops it here and not at the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { stopUnlessComplete } = await import("./server/stop-unless-complete.ts");
  stopUnlessComplete();
}
