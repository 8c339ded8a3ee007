/** Runs once, before the first request: stops the server if its environment is invalid, and prepares every request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { stopUnlessComplete } = await import("./server/stop-unless-complete.ts");
  stopUnlessComplete();
  const { startTracing, stopUnlessSchemaFits } = await import("@headroom/services");
  const { env, logsRequests, trustedProxiesOf } = await import("./server/env.ts");
  await startTracing("headroom-web", env());
  const { services } = await import("./server/services.ts");
  await stopUnlessSchemaFits(services());
  const { noteSenders } = await import("./server/note-sender.ts");
  noteSenders();
  const { logRequests } = await import("./server/log-requests.ts");
  if (logsRequests(env())) logRequests(trustedProxiesOf(env()));
  const { rewriteUnreadablePaths } = await import("./server/unreadable-paths.ts");
  rewriteUnreadablePaths();
  const { reportProcess } = await import("./server/report-process.ts");
  reportProcess();
}
