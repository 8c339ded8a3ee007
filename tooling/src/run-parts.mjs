import { SetupFailure, messageOf } from "./failure.mjs";
import { formatSeconds } from "./progress.mjs";

/**
 * @import { Reach } from "./changed.mjs"
 * @import { Output } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 *
 * @typedef {{ passed: number, failed: number, skipped: number, detail: string }} PartResult
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {boolean} [reads] Mostly reads, so another such part can run in parallel.
 * @property {(reach: Reach) => Part | null} [narrow] The part with only what a change can reach, null if that is nothing.
 * @property {(context: Context) => Part} [begin] Starts what takes long when the first part runs, and returns the part that
 *   waits for it.
 * @property {(context: Context, say: (text: string) => void) => Promise<PartResult>} run
 */

/**
 * Runs all parts, even after a failure, and prints the sum. Each part prints one line, and details if it failed. Parts
 * that mostly read run two at a time. The others run alone, so nothing disturbs their timing.
 *
 * @param {Part[]} parts
 * @param {Context} context
 * @param {{ reach?: Reach | null, stream?: Output }} [options] With `reach`, only what a change can reach.
 */
export async function runParts(parts, context, { reach = null, stream = process.stdout } = {}) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const startedAt = Date.now();
  const chosen = reach === null ? parts : narrowParts(parts, reach, stream);
  const waiting = chosen.map((part) => part.begin?.(context) ?? part);
  /** @param {(part: Part) => boolean} mayTake */
  const work = async (mayTake) => {
    for (let [next] = waiting; next !== undefined && mayTake(next); [next] = waiting) {
      waiting.shift();
      const result = await runPart(next, context, stream);
      total.passed += result.passed;
      total.failed += result.failed;
      total.skipped += result.skipped;
    }
  };
  await Promise.all([work(({ reads = false }) => reads), work(({ reads = false }) => reads)]);
  await work(() => true);
  // No parts at all is a mistake, not a success.
  if (parts.length === 0) total.failed += 1;
  const { passed, failed, skipped } = total;
  const left = skipped > 0 ? `, ${skipped} skipped` : "";
  const scope = reach === null ? "" : `, only tests that the changes since ${reach.since} can reach`;
  // Machines read the last line: two counts and nothing else.
  stream.write(
    `\n${formatSeconds((Date.now() - startedAt) / 1000)}${left}${scope}\n${passed} passed, ${failed} failed\n`,
  );
  return total.failed === 0 ? 0 : 1;
}

/**
 * Says which parts it leaves out, so that a short run never looks like a full one.
 *
 * @param {Part[]} parts
 * @param {Reach} reach
 * @param {Output} stream
 */
function narrowParts(parts, reach, stream) {
  stream.write(`  ..  ${reach.files.length} files changed since ${reach.since}\n`);
  return parts.flatMap((part) => {
    const narrowed = part.narrow === undefined ? part : part.narrow(reach);
    if (narrowed === null)
      stream.write(`  --  ${part.name.padEnd(14)} not run: no changed file can reach it\n`);
    return narrowed ?? [];
  });
}

/**
 * @param {Part} part
 * @param {Context} context
 * @param {Output} stream
 * @returns {Promise<PartResult>}
 */
async function runPart(part, context, stream) {
  const startedAt = Date.now();
  let doing = "";
  const timer = setInterval(() => {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    stream.write(`  ..  ${part.name} (${seconds} s) ${doing}\n`);
  }, 15_000);
  const result = await part
    .run(context, (text) => {
      doing = text;
    })
    .catch((error) => ({ passed: 0, failed: 1, skipped: 0, detail: explain(error) }))
    .finally(() => clearInterval(timer));
  const mark = result.failed === 0 ? "ok" : "no";
  const time = formatSeconds((Date.now() - startedAt) / 1000);
  stream.write(`  ${mark}  ${part.name.padEnd(14)} ${countLine(result)} (${time})\n`);
  if (result.detail !== "") stream.write(`${result.detail.replace(/^/gm, "      ")}\n`);
  return result;
}

/** @param {PartResult} result */
function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * `--only=unit,db` selects parts by name. An unknown name is an error.
 *
 * @param {Part[]} parts
 * @param {string[]} args
 */
export function selectParts(parts, args) {
  const wanted = args.flatMap((arg) =>
    arg.startsWith("--only=") ? arg.slice("--only=".length).split(",") : [],
  );
  const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(", ")}. Available parts: ${parts.map(({ name }) => name).join(", ")}`,
    );
  }
  return wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name));
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof SetupFailure)) return messageOf(error);
  return [error.message, error.fix, error.detail].filter(Boolean).join("\n");
}
