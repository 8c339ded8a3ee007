import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { clearRemains, parsePidFile, readPidFile, runningServer, waitUntil, worksIn } from "./postmaster.ts";

const READY = "4711\n/srv/db/cluster\n1763700000\n4002\n\n127.0.0.1\n 1234 5\nready   \n";

describe("parsePidFile", () => {
  it("reads pid, folder, port and state", () => {
    expect(parsePidFile(READY)).toEqual({
      pid: 4711,
      dataDirectory: "/srv/db/cluster",
      port: 4002,
      state: "ready",
    });
  });

  it("reads a file that the server has only begun to write", () => {
    const begun = parsePidFile("4711\n/srv/db/cluster\n1763700000\n");
    expect(begun).toEqual({ pid: 4711, dataDirectory: "/srv/db/cluster", port: null, state: null });
  });

  it("knows a single-user server by its negative pid", () => {
    expect(parsePidFile("-4711\n/srv/db/cluster\n")?.pid).toBe(4711);
  });

  it.each(["", "\n", "not a pid\n", "0\n/srv\n"])("reads nothing out of %j", (text) => {
    expect(parsePidFile(text)).toBeNull();
  });
});

describe("a pid file in a cluster", () => {
  let cluster: string;

  beforeEach(() => {
    cluster = mkdtempSync(join(tmpdir(), "headroom-cluster-"));
  });

  afterEach(() => rmSync(cluster, { recursive: true, force: true }));

  const leavePid = (pid: number) =>
    writeFileSync(join(cluster, "postmaster.pid"), `${pid}\n${cluster}\n1\n4002\n`);

  it("is not believed when its number now belongs to another program", async () => {
    leavePid(process.pid);
    expect(runningServer(cluster)).toBeNull();
    await clearRemains(cluster);
    expect(readPidFile(cluster)).toBeNull();
  });

  it("is not believed when no process has its number", () => {
    leavePid(2 ** 22 + 1);
    expect(runningServer(cluster)).toBeNull();
  });

  it("is believed when the process works in the cluster", () => {
    expect(worksIn(process.pid, realpathSync(process.cwd()))).toBe(true);
    expect(worksIn(process.pid, cluster)).toBe(false);
  });
});

describe("waitUntil", () => {
  it("asks until the answer is yes, and at most for the time given", async () => {
    let asked = 0;
    expect(await waitUntil(() => (asked += 1) === 3, 10)).toBe(true);
    expect(asked).toBe(3);
    expect(await waitUntil(() => false, 0)).toBe(false);
  });
});
