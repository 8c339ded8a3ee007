import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { runCommand } from "../run-command.ts";

const RUN = "019a0000-0000-7000-8000-000000000001";
const UPLOAD = ["upload", "none.jtl", "--service", "Checkout", "--experiment", "Mix"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-error-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command that nothing answers, with a report in a file of this name. */
async function run(args: readonly string[], name: string | null = "gate") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = join(folder, name ?? "gate");
  const code = await runCommand([...args, ...(name === null ? [] : ["--output", output])], {
    env: readCliEnv({
      HEADROOM_URL: "http://127.0.0.1:1",
      HEADROOM_TOKEN: "hr_secret",
      GITHUB_SHA: "0123456789abcdef",
    }),
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => 0,
    sleep: async () => {},
    onStop: () => () => {},
    isRunning: () => false,
    git: () => null,
    random: () => 0,
  });
  const said = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? "");
  const written = existsSync(output) ? readFileSync(output, "utf8") : null;
  return { code, written, stdout: said(stdout), stderr: said(stderr) };
}

describe("a gate that could judge nothing", () => {
  it("says so in its report, in place of the one of an earlier build", async () => {
    writeFileSync(join(folder, "gate"), "Passed.");
    const { code, written } = await run(["gate", RUN, "--format", "text"]);
    expect([code, written]).toEqual([
      3,
      expect.stringMatching(
        /^Could not judge this build\. 019a.*, commit 0123456789\n {2}error {2}http:\/\/127\.0\.0\.1:1 cannot be reached/,
      ),
    ]);
    expect(written).not.toContain("Passed");
  });

  it("has the subject of its other reports, so that a comment of an earlier build is found", async () => {
    const missing = await run([...UPLOAD, "--gate", "--format", "markdown"]);
    expect([missing.code, missing.written]).toEqual([
      2,
      expect.stringMatching(
        /^<!-- headroom gate: Checkout \/ Mix -->\n\*\*Could not judge this build\.\*\* Checkout \/ Mix, commit 0123456789\n\nnone\.jtl cannot be read: no such file\./,
      ),
    ]);
    const config = join(folder, "headroom.yaml");
    writeFileSync(config, "version: 1\nservice: Checkout\nexperiments:\n  Mix:\n    targets: [p99 <= 1 s]\n");
    const stated = await run(["upload", "none.jtl", "--config", config, "--gate", "--format", "markdown"]);
    expect(stated.written?.split("\n")[0]).toBe(missing.written?.split("\n")[0]);
  });

  it("is an error in JUnit and JSON", async () => {
    const junit = await run(["gate", "nonsense", "--format", "junit"]);
    expect([junit.code, junit.written]).toEqual([
      2,
      expect.stringMatching(
        /<testsuite name="headroom gate: nonsense" tests="1" failures="0" errors="1">\n<testcase classname="nonsense" name="gate"><error type="parameter-unreadable" message="&quot;nonsense&quot; is not a run's ID/,
      ),
    ]);
    const json = await run(["compare", RUN, RUN, "--json"]);
    expect([json.code, JSON.parse(json.written ?? "")]).toMatchObject([
      3,
      {
        result: "error",
        error: { code: "unavailable" },
        commit: "0123456789abcdef",
        findings: [],
        run: null,
      },
    ]);
  });

  it("writes to standard output what a program reads there, and no text", async () => {
    expect((await run(["gate", RUN, "--format", "junit"], null)).stdout).toContain("<error type=");
    expect((await run(["gate", RUN], null)).stdout).toBe("");
  });

  it("reports wrong options, as far as they can be read, and keeps the exit code", async () => {
    expect(await run(["gate", RUN, "--format", "junit", "--nonsense"])).toMatchObject({
      code: 2,
      written: expect.stringContaining("--nonsense"),
    });
    expect(await run(["gate", RUN, "--format", "pdf"], "other")).toMatchObject({ code: 2, written: null });
    expect(await run(["gate", RUN, "--output"], null)).toMatchObject({ code: 2, stdout: "" });
  });

  it("says why on standard error if the report can't be written either", async () => {
    const { code, stderr } = await run(["gate", RUN], "missing/gate");
    expect([code, stderr]).toEqual([3, expect.stringContaining("cannot be reached")]);
  });

  it("writes none for an upload without a gate", async () => {
    expect(await run(UPLOAD, null)).toMatchObject({ code: 2, stdout: "" });
  });
});
