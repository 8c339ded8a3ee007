import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayRunAlready } from "./database.mjs";

/** Of a checkout, before Node 24 and the packages are there. */
describe("a checkout's own database", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "headroom-own-database-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function cluster({ pid, place = join(folder, "cluster") }: { pid: number; place?: string }) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "postmaster.pid"), `${pid}\n${place}\n1795890000\n4002\n`);
    return place;
  }

  /** A process in this folder, as the server and its children are. */
  function serverIn(cwd: string) {
    return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { cwd, stdio: "ignore" });
  }

  it("doesn't run if it was never started, or has stopped", () => {
    expect(mayRunAlready(folder)).toBe(false);
    mkdirSync(join(folder, "cluster"));
    expect(mayRunAlready(folder)).toBe(false);
  });

  it("doesn't run if another process has its pid by now", () => {
    cluster({ pid: process.pid });
    expect(mayRunAlready(folder)).toBe(false);
  });

  it("runs if the process works in its folder, also behind a link", () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    const server = serverIn(elsewhere);
    symlinkSync(elsewhere, join(folder, "cluster"));
    cluster({ pid: server.pid ?? 0, place: elsewhere });
    expect(mayRunAlready(folder)).toBe(true);
    server.kill("SIGKILL");
  });

  it("may run in a container if it was started and has no cluster here", () => {
    writeFileSync(join(folder, "password"), "secret\n");
    expect(mayRunAlready(folder)).toBe(true);
  });
});
