/** Something the person at the keyboard can mend: one line that says what, and one that says how. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {string} mend
   * @param {{ detail?: string | null, cause?: unknown }} [options]
   */
  constructor(message, mend, { detail = null, cause } = {}) {
    super(message, { cause });
    this.name = "SetupFailure";
    this.mend = mend;
    this.detail = detail;
  }
}

const knownFaults = [
  {
    pattern: /ENOSPC|no space left on device/i,
    message: "The disk is full.",
    mend: "Free some space (df -h shows where), then run the same command again.",
  },
  {
    pattern: /EACCES|EPERM|permission denied/i,
    message: "A file or folder of this checkout or of the cache belongs to somebody else.",
    mend: "Look at the detail above; `npm run doctor` names the folders that must be yours.",
  },
  {
    pattern: /EINTEGRITY/,
    message: "A downloaded package is not what the lock file promises.",
    mend: "Run `npm cache clean --force`, then the same command again.",
  },
  {
    pattern: /E404|ETARGET/,
    message: "The npm registry does not have a package that the lock file names.",
    mend: "See which registry npm asks: `npm config get registry`.",
  },
  {
    pattern: /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|EPROTO/,
    message: "The npm registry does not answer.",
    mend: "Check the network and `npm config get registry`, then run the same command again.",
  },
];

/**
 * Turns the output of a failed tool into a fault with a mend; what is not known is shown as it was.
 *
 * @param {string} doing
 * @param {string} output
 * @param {string} fallbackMend
 */
export function failureFromOutput(doing, output, fallbackMend) {
  const fault = knownFaults.find(({ pattern }) => pattern.test(output));
  return new SetupFailure(
    fault === undefined ? `${doing} failed.` : `${doing} failed: ${fault.message}`,
    fault?.mend ?? fallbackMend,
    { detail: output.trim() },
  );
}

/** @param {unknown} error */
export function describeFailure(error) {
  if (!(error instanceof SetupFailure)) {
    const known = knownFaults.find(({ pattern }) => pattern.test(errorCode(error)));
    if (known !== undefined) return `\n${known.message} (${messageOf(error)})\n  ${known.mend}\n`;
    return `\nSomething unexpected happened:\n${(error instanceof Error && error.stack) || messageOf(error)}\n`;
  }
  const detail = error.detail ? `\n${indent(lastLines(error.detail, 25))}\n` : "";
  return `${detail}\n${error.message}\n${error.mend ? `  ${error.mend}\n` : ""}`;
}

/**
 * The system's or npm's name of an error, such as ENOENT; "" where it has none.
 *
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, "  | ");
}
