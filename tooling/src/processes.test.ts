import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withLock } from "./checkout-lock.mjs";
import { identify, isAlive, stop } from "./live-process.mjs";
import { run, startService } from "./processes.mjs";

const folder = mkdtempSync(join(tmpdir(), "headroom-processes-"));
afterAll(() => rmSync(folder, { recursive: true }));
const node = process.execPath;

describe("processes", () => {
  it("returns the exit code and the last lines, and writes the full output to the log", async () => {
    const logFile = join(folder, "run.log");
    writeFileSync(logFile, "of the run before");
    const script = "for (let i = 0; i < 300; i += 1) console.log(i); process.exitCode = 3";
    const { code, output } = await run(node, ["-e", script], { env: process.env, logFile });
    expect(code).toBe(3);
    expect(output.split("\n")).toHaveLength(200);
    expect(output.endsWith("299")).toBe(true);
    expect(readFileSync(logFile, "utf8").startsWith("0\n1\n")).toBe(true);
  });

  it("keeps an answer with secrets out of the log and the lines, and the rest in both", async () => {
    const logFile = join(folder, "secret.log");
    const lines: string[] = [];
    const script = "console.log('hr_read_secret'); console.error('preparing')";
    const secret = { logFile, onLine: (line: string) => lines.push(line), isAnswerSecret: true };
    const { output, stdout } = await run(node, ["-e", script], { env: process.env, ...secret });
    expect(stdout).toBe("hr_read_secret\n");
    expect([readFileSync(logFile, "utf8"), lines, output]).toEqual([
      "preparing\n",
      ["preparing"],
      "preparing",
    ]);
  });

  it("ends a service and its children", async () => {
    const script = [
      "const { spawn } = require('child_process');",
      "const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);",
      "console.log(child.pid); setInterval(() => {}, 1000);",
    ].join(" ");
    const logFile = join(folder, "service.log");
    const service = startService("sample", node, ["-e", script], { env: process.env, logFile });
    const grandchild = await firstNumberIn(logFile);
    const identity = identify(grandchild);
    expect(isAlive(identity)).toBe(true);
    await service.stop({ graceMillis: 5_000 });
    expect(isAlive(identity)).toBe(false);
    expect(await service.ended).toMatchObject({ name: "sample", signal: "SIGTERM" });
  });

  it("kills a service that ignores SIGTERM", async () => {
    const script = "process.on('SIGTERM', () => {}); console.log(1); setInterval(() => {}, 1000)";
    const logFile = join(folder, "deaf.log");
    const service = startService("deaf", node, ["-e", script], { env: process.env, logFile });
    await firstNumberIn(logFile);
    await service.stop({ graceMillis: 100 });
    expect(await service.ended).toMatchObject({ signal: "SIGKILL" });
  });

  it("never ends another process that has the same pid", async () => {
    const service = startService("other", node, ["-e", "setInterval(() => {}, 1000)"], { env: process.env });
    const pid = service.pid ?? 0;
    await stop({ pid, startedAt: "another boot:1" }, { graceMillis: 100 });
    expect(isAlive(identify(pid))).toBe(true);
    await service.stop();
  });

  it("reports a missing command", async () => {
    await expect(run("no-such-command", [], { env: process.env })).rejects.toThrow("ENOENT");
  });
});

describe("the lock of a checkout", () => {
  it("is taken over from a killed command and removed afterwards", async () => {
    const lock = join(folder, "setup.lock");
    writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: "another boot:1" }));
    expect(await withLock(lock, async () => JSON.parse(readFileSync(lock, "utf8")))).toEqual(
      identify(process.pid),
    );
    expect(() => readFileSync(lock)).toThrow("ENOENT");
  });

  it("is released when the work fails", async () => {
    const lock = join(folder, "failing.lock");
    await expect(withLock(lock, () => Promise.reject(new Error("work")))).rejects.toThrow("work");
    expect(await withLock(lock, () => Promise.resolve("again"))).toBe("again");
  });
});

async function firstNumberIn(logFile: string) {
  let text = "";
  await expect
    .poll(
      () => {
        text = readFileSync(logFile, { encoding: "utf8", flag: "a+" });
        return text;
      },
      { timeout: 10_000 },
    )
    .toMatch(/^\d+\n/);
  return Number.parseInt(text, 10);
}

it("runs a tool to its end even if its log can't be written, as on a full disk", async () => {
  const { code, output } = await run(process.execPath, ["-e", "console.log('done')"], {
    logFile: "/dev/full",
  });
  expect([code, output]).toEqual([0, "done"]);
});
