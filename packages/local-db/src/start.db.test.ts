import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { homeAt } from "./cluster/home.ts";
import { processesIn, waitUntil } from "./cluster/postmaster.ts";
import { engineCacheFolder } from "./engine/cache-folder.ts";
import { databaseStatus, removeLocalDatabase, stopLocalDatabase } from "./running.ts";
import { startLocalDatabase } from "./start.ts";
import { pidOf, query, TestFolder } from "./testing/test-folder.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

describe("a started database", () => {
  let url: string;
  let pid: number;

  beforeAll(async () => {
    const database = await folder.start("one");
    url = database.url;
    pid = pidOf(database);
  });

  it("has TimescaleDB, and keeps time series in a hypertable", async () => {
    const rows = await query(
      url,
      "CREATE TABLE cell (at timestamptz NOT NULL, requests int)",
      "SELECT create_hypertable('cell', by_range('at'))",
      "INSERT INTO cell VALUES ('2026-11-27 10:00:01Z', 3), ('2026-11-27 10:00:02Z', 4)",
      "SELECT time_bucket('1 min', at)::text, sum(requests)::int FROM cell GROUP BY 1",
    );
    expect(rows).toEqual([["2026-11-27 10:00:00+00", 7]]);
  });

  it("logs in as an owner who isn't a superuser and can create databases and roles", async () => {
    const rows = await query(
      url,
      "SELECT current_user::text, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user",
    );
    expect(rows).toEqual([["headroom", false, true, true]]);
  });

  it("brings the extension into every new database", async () => {
    await query(url, "CREATE DATABASE another");
    const rows = await query(
      url.replace(/headroom$/, "another"),
      "SELECT extname FROM pg_extension ORDER BY 1",
    );
    expect(rows).toEqual([["plpgsql"], ["timescaledb"]]);
  });

  it("runs with the settings it was given", async () => {
    const names = ["jit", "TimeZone", "listen_addresses", "timescaledb.telemetry_level", "fsync"];
    const rows = await query(url, `SELECT ${names.map((name) => `current_setting('${name}')`).join(", ")}`);
    expect(rows).toEqual([["off", "UTC", "127.0.0.1", "off", "off"]]);
  });

  it("refuses a wrong password and a missing one", async () => {
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    wrong.password = "";
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password/);
  });

  it("never runs as root, nor lets another user read its data or password", () => {
    const home = homeAt(folder.dataDir("one"));
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    expect(status).not.toMatch(/^Uid:\t0\t/m);
    expect(statSync(home.cluster).mode & 0o077).toBe(0);
    expect(statSync(home.passwordFile).mode & 0o077).toBe(0);
  });

  it("loads every library from the engine, none from the machine", () => {
    const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
    const libraries = [...maps.matchAll(/ (\/\S+\.so[.\d]*)$/gm)].map((match) => match[1] ?? "");
    expect(libraries.some((path) => path.includes("timescaledb"))).toBe(true);
    expect(libraries.filter((path) => !path.startsWith(engineCacheFolder()))).toEqual([]);
  });

  it("is found running by a second start, which does not start another", async () => {
    const again = await folder.start("one");
    expect(again).toMatchObject({ adopted: true, pid, url });
  });

  it("reports its status", async () => {
    expect(await databaseStatus(folder.dataDir("one"))).toMatchObject({ running: true, url, pid });
    const absent = { running: false, url: null, port: null, pid: null };
    expect(await databaseStatus(folder.dataDir("absent"))).toEqual(absent);
  });
});

describe("stopping and starting", () => {
  it("keeps the data, and the address on the same port", async () => {
    const first = await folder.startMade("kept");
    await query(first.url, "CREATE TABLE note (text text)", "INSERT INTO note VALUES ('kept')");
    await first.stop();
    expect(processesIn(homeAt(folder.dataDir("kept")).cluster)).toEqual([]);
    const second = await folder.start("kept", { port: first.port });
    expect(second).toMatchObject({ adopted: false, url: first.url });
    expect(await query(second.url, "SELECT text FROM note")).toEqual([["kept"]]);
    expect(await stopLocalDatabase(folder.dataDir("kept"))).toBe(true);
    expect(await stopLocalDatabase(folder.dataDir("kept"))).toBe(false);
  });

  it("recovers with all committed data after the server was killed", async () => {
    const first = await folder.startMade("killed", { ephemeral: false });
    await query(first.url, "CREATE TABLE note (text text)", "INSERT INTO note VALUES ('committed')");
    process.kill(pidOf(first), "SIGKILL");
    const second = await folder.start("killed", { ephemeral: false });
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, "SELECT text FROM note")).toEqual([["committed"]]);
  });

  it("is not kept from starting by a pid file whose number is another program's", async () => {
    const first = await folder.startMade("stale");
    await first.stop();
    const { cluster } = homeAt(folder.dataDir("stale"));
    writeFileSync(
      join(cluster, "postmaster.pid"),
      `${process.pid}\n${cluster}\n1\n4002\n\n127.0.0.1\n 1 1\nready\n`,
    );
    const second = await folder.start("stale");
    expect(await query(second.url, "SELECT 1")).toEqual([[1]]);
  });

  it("completes a set-up that was killed between making the cluster and the database", async () => {
    const first = await folder.startMade("half");
    await query(
      first.adminUrl?.replace(/headroom$/, "postgres") ?? "",
      "DROP DATABASE headroom WITH (FORCE)",
    );
    await first.stop();
    const { ready } = homeAt(folder.dataDir("half"));
    execFileSync("rm", [ready]);
    const second = await folder.start("half");
    expect(
      await query(second.url, "SELECT extname FROM pg_extension WHERE extname = 'timescaledb'"),
    ).toHaveLength(1);
  });

  it("sets a new password when the file with it was lost", async () => {
    const first = await folder.startMade("lost");
    await first.stop();
    execFileSync("rm", [homeAt(folder.dataDir("lost")).passwordFile]);
    const second = await folder.start("lost");
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, "SELECT 1")).toEqual([[1]]);
  });

  it("removes the data and what ran on them", async () => {
    const database = await folder.startMade("removed");
    await removeLocalDatabase(folder.dataDir("removed"));
    expect(readdirSync(folder.path)).not.toContain("removed");
    // An ended process keeps its pid until its parent has collected it.
    await vi.waitFor(() => expect(() => process.kill(pidOf(database), 0)).toThrow(/ESRCH/), 10_000);
  });

  it("ends with the process that started it, unless asked to outlive it", async () => {
    const command = new URL("command.ts", import.meta.url).pathname;
    const start = async (name: string, ...more: string[]) => {
      await folder.make(name);
      const parameters = [command, "start", "--port", "0", "--data-dir", folder.dataDir(name), ...more];
      const printed = execFileSync(process.execPath, parameters, {
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...process.env, DATABASE_URL: "" },
      }).toString();
      return (JSON.parse(printed) as { url: string }).url;
    };
    expect(await query(await start("outlives"), "SELECT 1")).toEqual([[1]]);
    await start("follows", "--attached");
    const { cluster } = homeAt(folder.dataDir("follows"));
    expect(await waitUntil(() => processesIn(cluster).length === 0, 20)).toBe(true);
  });
});

describe("beside others", () => {
  it("two run concurrently and independently", async () => {
    const [left, right] = await Promise.all([folder.startMade("left"), folder.start("right")]);
    expect(left.port).not.toBe(right.port);
    await query(left.url, "CREATE TABLE mine (n int)");
    await expect(query(right.url, "SELECT * FROM mine")).rejects.toThrow(/does not exist/);
    const swapped = new URL(left.url);
    swapped.port = String(right.port);
    await expect(query(swapped.href, "SELECT 1")).rejects.toThrow(/password/);
  });

  it("two concurrent starts of the same folder give one server", async () => {
    const [first, second] = await Promise.all([folder.start("shared"), folder.start("shared")]);
    expect(first.pid).toBe(second.pid);
    expect(first.adopted).not.toBe(second.adopted);
  });

  it("names the variable to set when the port is busy, and starts once it is not", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const attempt = folder.startMade("busy", { port });
    await expect(attempt).rejects.toMatchObject({
      code: "port-busy",
      hint: expect.stringContaining("HEADROOM_DB_PORT"),
    });
    other.close();
    await once(other, "close");
    expect(await folder.start("busy", { port })).toMatchObject({ port });
  });

  it("uses a database that was given as it is", async () => {
    const databaseUrl = "postgres://me:secret@db.example:6543/mine";
    const given = await startLocalDatabase({
      dataDir: join(folder.path, "unused"),
      databaseUrl,
      log: () => undefined,
    });
    expect(given).toMatchObject({ url: databaseUrl, port: 6543, pid: null, source: "given" });
    await given.stop();
    expect(readdirSync(folder.path)).not.toContain("unused");
  });
});
