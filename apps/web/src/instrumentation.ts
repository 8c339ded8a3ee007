/** Runs once, before the first request: a wrong environment stops the server here, and every request will say from whom it is. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { stopUnlessComplete } = await import("./server/stop-unless-complete.ts");
  stopUnlessComplete();
  const { noteSenders } = await import("./server/note-sender.ts");
  noteSenders();
  const { mendPaths } = await import("./server/mend-paths.ts");
  mendPaths();
}
