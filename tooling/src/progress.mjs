/**
 * The work of a step, which can show on its line what it is doing now.
 *
 * @template T
 * @typedef {(note: (text: string) => void) => T | Promise<T>} StepWork
 */

/**
 * @typedef {object} Progress
 * @property {<T>(title: string, work: StepWork<T>, options?: { quiet?: boolean }) => Promise<T>} step
 * @property {(text: string) => void} say
 *
 * @typedef {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} Output
 * @typedef {{ title: string, startedAt: number, note: string }} Step
 */

const quietMillis = 10_000;
const worthSayingSeconds = 0.95;

/** @typedef {Progress & { endSteps: () => void }} OwnProgress */

/**
 * Prints one line per step, including steps that run in parallel. On a terminal, a line below counts the seconds.
 * Elsewhere a slow step prints a line every ten seconds, so a log shows that it is still running.
 *
 * @param {{ stream?: Output, now?: () => number, env?: NodeJS.ProcessEnv }} [options]
 * @returns {OwnProgress}
 */
export function createProgress({ stream = process.stdout, now = () => Date.now(), env = process.env } = {}) {
  const live = stream.isTTY === true && !env.CI;
  /** @type {Set<Step>} */
  const active = new Set();
  let isOver = false;
  const timer = setInterval(show, live ? 1000 : quietMillis);
  timer.unref();

  /**
   * `quiet`: printed only if it took time or failed.
   *
   * @template T
   * @param {string} title
   * @param {StepWork<T>} work
   * @param {{ quiet?: boolean }} [options]
   * @returns {Promise<T>}
   */
  async function step(title, work, { quiet = false } = {}) {
    const current = { title, startedAt: now(), note: "" };
    active.add(current);
    if (live) show();
    try {
      const result = await work((text) => {
        current.note = text;
      });
      const seconds = secondsOf(current);
      active.delete(current);
      if (!quiet || seconds >= worthSayingSeconds) finish("ok", title, seconds);
      return result;
    } catch (error) {
      active.delete(current);
      finish("no", title, secondsOf(current));
      throw error;
    }
  }

  /** @param {string} text */
  function say(text) {
    stream.write(live ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  /**
   * @param {string} mark
   * @param {string} title
   * @param {number} seconds
   */
  function finish(mark, title, seconds) {
    if (isOver) return;
    say(`  ${mark}  ${title}${seconds >= worthSayingSeconds ? ` (${formatSeconds(seconds)})` : ""}`);
    if (live) show();
  }

  function show() {
    if (active.size === 0 || isOver) return;
    const parts = [...active].map((current) => {
      const note = current.note === "" ? "" : `: ${current.note}`;
      return `${current.title}${note} (${secondsOf(current).toFixed(0)} s)`;
    });
    if (live) stream.write(`\r\u001b[K  ..  ${parts.join(" | ").slice(0, (stream.columns ?? 80) - 8)}`);
    else for (const part of parts) stream.write(`  ..  ${part}\n`);
  }

  /** @param {Step} step */
  function secondsOf({ startedAt }) {
    return (now() - startedAt) / 1000;
  }

  /** From here on steps print nothing: what a signal interrupts hasn't failed. */
  function endSteps() {
    isOver = true;
  }

  return { step, say, endSteps };
}

/** @param {number} seconds */
export function formatSeconds(seconds) {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
