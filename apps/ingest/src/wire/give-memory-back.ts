import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";

const EVERY_MILLIS = 120_000;
/** With less, there is little to give back: of 139 MB, a collection left 63 MB. */
const LARGE_BYTES = 100 * 1024 * 1024;
/** Of the time since the last look. A collection of a large heap stops all requests for a moment. */
const IDLE_SHARE = 0.1;

/**
 * Forgets what a flood of series left. Node collects what a thread that does nothing no longer needs only when it works again, so
 * a collection is asked for.
 */
export function giveMemoryBack(app: FastifyInstance, caches: readonly { forgetIfIdle(): void }[]): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    for (const cache of caches) cache.forgetIfIdle();
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization < IDLE_SHARE && getHeapStatistics().total_heap_size > LARGE_BYTES) collectGarbage();
  }, EVERY_MILLIS).unref();
  app.addHook("onClose", () => {
    clearInterval(timer);
  });
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // Any other collection keeps the freed pages for a while, in a process that has no use for them.
  if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
