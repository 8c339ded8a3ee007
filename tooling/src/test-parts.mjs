import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lastLines } from "./failure.mjs";
import { headroomDir, root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** @import { Part, PartResult } from "./run-parts.mjs" */

/**
 * @typedef {object} VitestReport
 * @property {number} [numPassedTests]
 * @property {number} [numFailedTests]
 * @property {number} [numPendingTests]
 * @property {number} [numTodoTests]
 * @property {{ status: string, assertionResults: { status: string }[] }[]} [testResults]
 */

/** @param {string} file */
const tool = (file) => join(root, "node_modules", file);
const vitest = tool("vitest/vitest.mjs");

/** @type {Part[]} */
export const staticParts = [
  whole("format", [tool("oxfmt/bin/oxfmt"), "--check"], "Run npm run format to fix it."),
  whole("lint", [tool("oxlint/bin/oxlint"), "--deny-warnings"]),
  whole("layers", [join("tooling", "check-layers.ts")]),
  whole("commits", [join("tooling", "check-commits.ts")]),
  whole("words", [join("tooling", "check-words.ts")]),
  whole("dead exports", [tool("knip/bin/knip.js"), "--no-progress", "--no-config-hints"]),
];

const isDatabaseTest = /\.db\.test\.ts$/;
export const unitPart = vitestPart("unit", (file) => !isDatabaseTest.test(file));
export const databasePart = vitestPart("db", (file) => isDatabaseTest.test(file));

/**
 * A tool without tests of its own counts as one test.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {string} [hint]
 * @returns {Part}
 */
function whole(name, args, hint = "") {
  return {
    name,
    reads: true,
    async run({ node, env }) {
      const { code, output } = await run(node, args, { cwd: root, env, logFile: logOf(name) });
      if (code === 0) return { passed: 1, failed: 0, skipped: 0, detail: "" };
      return { passed: 0, failed: 1, skipped: 0, detail: [lastLines(output, 80), hint].join("\n") };
    },
  };
}

/**
 * @param {string} project
 * @param {(file: string) => boolean} owns
 * @param {string[]} [files] Only these; all if empty.
 * @returns {Part}
 */
function vitestPart(project, owns, files = []) {
  return {
    name: project,
    narrow({ tests }) {
      const own = tests.filter(owns);
      return own.length === 0 ? null : vitestPart(project, owns, own);
    },
    async run({ node, env }, say) {
      const report = join(headroomDir, "test", `${project}.json`);
      rmSync(report, { force: true });
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const { code, output } = await run(
        node,
        [vitest, "run", "--project", project, ...reporters, ...files],
        {
          cwd: root,
          env: { ...env, NO_COLOR: "1", FORCE_COLOR: "0" },
          logFile: logOf(project),
          onLine: (line) => {
            const [, file] = /^ ?[✓❯×] \S*\s*(\S+\.test\.tsx?)/u.exec(line) ?? [];
            if (file !== undefined) say(file);
          },
        },
      );
      /** @type {VitestReport | null} */
      const json = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
      return readVitest(json, code, output);
    },
  };
}

/**
 * A suite that fails to load has no tests to count, but is a failure. So is a run without any tests.
 *
 * @param {VitestReport | null} json
 * @param {number} code
 * @param {string} output
 * @returns {PartResult}
 */
export function readVitest(json, code, output) {
  const {
    numPassedTests: passed = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
  } = json ?? {};
  const counted = numFailedTests + unloadedSuites(json?.testResults ?? []);
  const failed = counted === 0 && (code !== 0 || passed === 0) ? 1 : counted;
  const skipped = numPendingTests + numTodoTests;
  return { passed, failed, skipped, detail: failed === 0 ? "" : failuresOf(output) };
}

/** @param {{ status: string, assertionResults: { status: string }[] }[]} suites */
function unloadedSuites(suites) {
  return suites.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
}

/** @param {string} output */
function failuresOf(output) {
  const start = output.search(/^.*Failed (Tests|Suites)/m);
  return start === -1 ? lastLines(output, 60) : output.slice(start);
}

/** @param {string} name */
function logOf(name) {
  return join(headroomDir, "logs", `test-${name.replaceAll(" ", "-")}.log`);
}
