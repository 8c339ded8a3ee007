import { describe, expect, it } from "vitest";
import { Supervisor, waitBefore } from "./supervisor.mjs";

/** A process that the test ends, and a clock that moves only while the supervisor waits. */
function supervised({ failures = 0, readyFails = false } = {}) {
  const lines: string[] = [];
  const waits: number[] = [];
  let clock = Date.UTC(2026, 10, 22, 10);
  let starts = 0;
  let endCurrent: (how: string) => void = () => {};
  const begin = ({ fails = false } = {}) => {
    const ended = new Promise<string>((resolve) => (endCurrent = resolve));
    const failed = () => ended.then((how) => Promise.reject(new Error(`ingest ended ${how}.`)));
    return { ended, ready: fails ? failed() : Promise.resolve() };
  };
  const supervisor = new Supervisor((line) => lines.push(line.slice("10:00:00 ".length)), {
    now: () => clock,
    pause: async (millis) => {
      waits.push(millis);
      clock += millis;
    },
  });
  const over = supervisor.keep({
    name: "ingest",
    logFile: "ingest.log",
    running: begin(),
    start: () => {
      starts += 1;
      if (starts <= failures) throw new Error("Port 4001 is in use.");
      return begin({ fails: readyFails });
    },
  });
  return {
    lines,
    waits,
    over,
    supervisor,
    starts: () => starts,
    end: async (how: string, { afterMillis = 0 } = {}) => {
      clock += afterMillis;
      endCurrent(how);
      await settled();
    },
  };
}

async function settled() {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
}

describe("the supervisor", () => {
  it("restarts a process immediately and says why, from which log, and when it is back", async () => {
    const { lines, waits, end } = supervised();
    await end("by SIGKILL");
    expect(lines).toEqual([
      "ingest ended by SIGKILL. Restarting it now. Log: ingest.log",
      "ingest is running again (0.0 s).",
    ]);
    expect(waits).toEqual([0]);
  });

  it("waits longer each time a process ends soon after its start", async () => {
    const { waits, end } = supervised();
    for (let i = 0; i < 9; i += 1) await end("with exit code 1");
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000, 5_000]);
  });

  it("restarts immediately again once the process ran for a minute", async () => {
    const { waits, end } = supervised();
    await end("by SIGKILL");
    await end("by SIGKILL");
    await end("by SIGKILL", { afterMillis: 60_000 });
    expect(waits).toEqual([0, 1_000, 0]);
  });

  it("tries again if the start itself fails", async () => {
    const { lines, starts, end } = supervised({ failures: 2 });
    await end("by SIGKILL");
    expect(starts()).toBe(3);
    expect(lines[1]).toBe(
      "ingest ended before it was ready: Port 4001 is in use. Restarting it in 1.0 s. Log: ingest.log",
    );
    expect(lines.at(-1)).toBe("ingest is running again (0.0 s).");
  });

  it("restarts nothing after its end", async () => {
    const { lines, starts, supervisor, over, end } = supervised();
    supervisor.end();
    await end("by SIGTERM");
    await over;
    expect(starts()).toBe(0);
    expect(lines).toEqual([]);
  });

  it("says once that a process ended before it was ready", async () => {
    const { lines, end } = supervised({ readyFails: true });
    await end("by SIGKILL");
    await end("by SIGKILL");
    expect(lines.map((line) => line.split(". ")[0])).toEqual([
      "ingest ended by SIGKILL",
      "ingest ended by SIGKILL",
    ]);
  });

  it("never waits more than five seconds, so that it is back within 16 after any number of kills", () => {
    expect(waitBefore(1_000)).toBe(5_000);
  });
});
