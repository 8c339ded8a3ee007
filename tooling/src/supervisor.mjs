import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "./failure.mjs";
import { formatSeconds } from "./progress.mjs";

/**
 * @typedef {object} Running
 * @property {Promise<string>} ended Resolves with how it ended, such as "by SIGKILL".
 * @property {Promise<unknown>} ready
 *
 * @typedef {{ now?: () => number, pause?: (millis: number, signal: AbortSignal) => Promise<unknown> }} Clock
 *
 * @typedef {object} Kept
 * @property {string} name
 * @property {string} logFile
 * @property {Running} running
 * @property {(howTheLastOneEnded: string) => Running | Promise<Running>} start
 */

const settledMillis = 60_000;
const firstWaitMillis = 1_000;
const longestWaitMillis = 5_000;

/**
 * Restarts each process that ends on its own, and leaves the others alone. The first restart is immediate. A process
 * that keeps ending is restarted after 1, 2, 4 and then every 5 seconds, for as long as it takes.
 */
export class Supervisor {
  #say;
  #now;
  #pause;
  #ending = new AbortController();

  /**
   * @param {(text: string) => void} say
   * @param {Clock} [clock]
   */
  constructor(say, { now = Date.now, pause = pauseFor } = {}) {
    this.#say = (/** @type {string} */ text) => say(`${timeOf(now())} ${text}`);
    this.#now = now;
    this.#pause = pause;
  }

  /**
   * Resolves after `end`.
   *
   * @param {Kept} kept
   */
  async keep({ name, logFile, running, start }) {
    let current = running;
    for (let ends = 0; ;) {
      const startedAt = this.#now();
      const how = await current.ended;
      if (this.#isEnding) return;
      ends = this.#now() - startedAt >= settledMillis ? 1 : ends + 1;
      current = await this.#restart({ name, how, logFile, start }, waitBefore(ends));
    }
  }

  /** Restarts nothing from here on. */
  end() {
    this.#ending.abort();
  }

  get #isEnding() {
    return this.#ending.signal.aborted;
  }

  /**
   * @param {Pick<Kept, "name" | "logFile" | "start"> & { how: string }} kept
   * @param {number} waitMillis
   * @returns {Promise<Running>}
   */
  async #restart({ name, how, logFile, start }, waitMillis) {
    const when = waitMillis === 0 ? "now" : `in ${formatSeconds(waitMillis / 1000)}`;
    this.#say(`${name} ended ${how}. Restarting it ${when}. Log: ${logFile}`);
    await this.#pause(waitMillis, this.#ending.signal);
    if (this.#isEnding) return neverStarted;
    const beganAt = this.#now();
    try {
      const running = await start(how);
      let over = false;
      void running.ended.then(() => (over = true));
      void running.ready.then(
        () => this.#say(`${name} is running again (${formatSeconds((this.#now() - beganAt) / 1000)}).`),
        (error) => {
          // Its end is said with the next restart.
          if (!over && !this.#isEnding) this.#say(messageOf(error));
        },
      );
      return running;
    } catch (error) {
      return {
        ended: Promise.resolve(`before it was ready: ${messageOf(error).replace(/\.$/, "")}`),
        ready: neverStarted.ready,
      };
    }
  }
}

/** @type {Running} */
const neverStarted = { ended: Promise.resolve("before it started"), ready: new Promise(() => {}) };

/** @param {number} ends How often in a row the process ended within a minute of its start. */
export function waitBefore(ends) {
  return ends <= 1 ? 0 : Math.min(firstWaitMillis * 2 ** (ends - 2), longestWaitMillis);
}

/**
 * @param {number} millis
 * @param {AbortSignal} signal
 */
async function pauseFor(millis, signal) {
  await delay(millis, undefined, { signal }).catch(() => {});
}

/** @param {number} millis */
function timeOf(millis) {
  return new Date(millis).toLocaleTimeString("en-GB");
}
