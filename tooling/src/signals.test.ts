import { spawn } from "node:child_process";
import { once as onceEmitted } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { identify, isAlive } from "./live-process.mjs";
import { once } from "./signals.mjs";

it("a clean-up that two ask for runs once, and both wait for its end", async () => {
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const cleanUp = once(() => {
    runs += 1;
    return promise;
  });
  const both = Promise.all([cleanUp(), cleanUp()]);
  resolve("stopped");
  expect(await both).toEqual(["stopped", "stopped"]);
  expect(await cleanUp()).toBe("stopped");
  expect(runs).toBe(1);
});

/** A command with a service, which it stops as `npm start` does, and with work in two steps that goes on after a failure. */
function command({ service }: { service: string }) {
  const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { run, startService, stopWork } from ${from("processes.mjs")};
    import { runMain } from ${from("run-main.mjs")};
    import { endOnSignals, endWith } from ${from("signals.mjs")};
    await runMain(async () => {
      endOnSignals();
      const service = startService("service", process.execPath, ["-e", ${JSON.stringify(service)}], {});
      console.log(service.pid);
      endWith(async () => {
        await stopWork();
        await service.stop({ graceMillis: 30_000 });
        await run(process.execPath, ["-e", ""], { isCleanUp: true });
        console.log("Stopped.");
      }, { exitCode: 0 });
      const onLine = console.log;
      const step = "console.log(process.pid); setInterval(() => {}, 1000)";
      for (const name of ["first", "second"]) await run(process.execPath, ["-e", step], { name, onLine });
    });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    // As a terminal does: a signal to the group reaches everything that the command didn't put into its own.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return {
    lines,
    ended: onceEmitted(child, "exit") as Promise<[number | null, string | null]>,
    pressCtrlC: () => process.kill(-(child.pid ?? 0), "SIGINT"),
    running: async () => {
      await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
      return lines.map((pid) => identify(Number(pid)));
    },
  };
}

describe("Ctrl-C", () => {
  it("stops work and service in order, and the next step of the work doesn't start", async () => {
    const { lines, ended, pressCtrlC, running } = command({ service: "setInterval(() => {}, 1000)" });
    const processes = await running();
    expect(processes.map(isAlive)).toEqual([true, true]);
    pressCtrlC();
    expect(await ended).toEqual([0, null]);
    expect(processes.map(isAlive)).toEqual([false, false]);
    expect(lines.slice(2)).toEqual(["Stopped."]);
  });

  it("pressed again, no longer waits for a service; one that npm repeats doesn't count", async () => {
    const service = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    const { lines, ended, pressCtrlC, running } = command({ service });
    const processes = await running();
    pressCtrlC();
    pressCtrlC();
    await delay(1_200);
    expect(processes.map(isAlive)).toEqual([true, false]);
    pressCtrlC();
    expect(await ended).toEqual([0, null]);
    expect(processes.map(isAlive)).toEqual([false, false]);
    expect(lines.slice(2)).toEqual(["Stopped."]);
  });
});
