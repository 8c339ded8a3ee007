/** A problem that the user can fix: one line says what happened, the next what to do. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {string} fix
   * @param {{ detail?: string | null, cause?: unknown }} [options]
   */
  constructor(message, fix, { detail = null, cause } = {}) {
    super(message, { cause });
    this.name = "SetupFailure";
    this.fix = fix;
    this.detail = detail;
  }
}

const knownFaults = [
  {
    pattern: /ENOSPC|no space left on device/i,
    message: "The disk is full.",
    fix: "Free some space (df -h shows where), then try again.",
  },
  {
    pattern: /EACCES|EPERM|permission denied/i,
    message: "Another user owns a file or folder of this checkout or of the cache.",
    fix: "See the details above. `npm run doctor` lists the folders that you must own.",
  },
  {
    pattern: /EINTEGRITY/,
    message: "A downloaded package does not match the lock file.",
    fix: "Run `npm cache clean --force`, then try again.",
  },
  {
    pattern: /E404|ETARGET/,
    message: "The npm registry is missing a package from the lock file.",
    fix: "Check which registry npm uses: `npm config get registry`.",
  },
  {
    pattern: /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|EPROTO/,
    message: "The npm registry does not respond.",
    fix: "Check the network and `npm config get registry`, then try again.",
  },
];

/**
 * Turns the output of a failed tool into a problem with a fix. Unknown output is shown as is.
 *
 * @param {string} doing
 * @param {string} output
 * @param {string} fallbackFix
 */
export function failureFromOutput(doing, output, fallbackFix) {
  const fault = knownFaults.find(({ pattern }) => pattern.test(output));
  return new SetupFailure(
    fault === undefined ? `${doing} failed.` : `${doing} failed: ${fault.message}`,
    fault?.fix ?? fallbackFix,
    { detail: output.trim() },
  );
}

/** @param {unknown} error */
export function describeFailure(error) {
  if (!(error instanceof SetupFailure)) {
    const known = knownFaults.find(({ pattern }) => pattern.test(errorCode(error)));
    if (known !== undefined) return `\n${known.message} (${messageOf(error)})\n  ${known.fix}\n`;
    return `\nUnexpected error:\n${(error instanceof Error && error.stack) || messageOf(error)}\n`;
  }
  const detail = error.detail ? `\n${indent(lastLines(error.detail, 25))}\n` : "";
  return `${detail}\n${error.message}\n${error.fix ? `  ${error.fix}\n` : ""}`;
}

/**
 * The code of a system error, such as ENOENT, or "".
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
