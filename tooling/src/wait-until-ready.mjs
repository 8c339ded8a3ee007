import { setTimeout as delay } from "node:timers/promises";
import { SetupFailure, errorCode, lastLines, messageOf } from "./failure.mjs";

/** @import { Service, ServiceEnd } from "./processes.mjs" */

/**
 * Waits until a service responds with success, or throws if it never will.
 *
 * @param {Pick<Service, "name" | "ended" | "logFile">} service
 * @param {string} url
 * @param {{ timeoutMillis?: number }} [options]
 */
export async function waitUntilReady(service, url, { timeoutMillis = 60_000 } = {}) {
  /** @type {ServiceEnd | null} */
  let over = null;
  void service.ended.then((end) => {
    over = end;
  });
  const deadline = Date.now() + timeoutMillis;
  let last = "no response";
  while (Date.now() < deadline) {
    if (over !== null) throw endedFailure(over, service.logFile);
    last = await ask(url);
    if (last === "ready") return;
    await delay(100);
  }
  throw new SetupFailure(
    `${service.name} is not ready after ${timeoutMillis / 1000} s: ${url} responds with ${last}.`,
    `See ${service.logFile}, or run \`npm run doctor\`.`,
  );
}

/**
 * @param {ServiceEnd} end
 * @param {string | undefined} logFile
 */
function endedFailure(end, logFile) {
  return new SetupFailure(`${end.name} ended ${howItEnded(end)}.`, `See ${logFile}.`, {
    detail: lastLines(end.output, 20),
  });
}

/** @param {Pick<ServiceEnd, "code" | "signal">} end */
export function howItEnded({ code, signal }) {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

/** @param {string} url */
export async function answers(url) {
  return (await ask(url)) === "ready";
}

/** @param {string} url */
async function ask(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: "manual" });
    await answer.arrayBuffer();
    return answer.status < 400 ? "ready" : `${answer.status}`;
  } catch (error) {
    const { cause, name } = error instanceof Error ? error : new Error(messageOf(error));
    return errorCode(cause) || name;
  }
}
