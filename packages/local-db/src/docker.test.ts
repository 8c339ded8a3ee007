import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { homeAt, prepareHome, readPassword } from "./cluster/home.ts";
import { dockerAnswers, portInDocker, startInDocker, stopInDocker } from "./docker.ts";

/** A fake `docker` that stores one container as a file and records its arguments and input. */
const FAKE = `#!/bin/sh
state=$(dirname "$0")
echo "$*" >> "$state/calls"
case "$1" in
  version) [ -e "$state/off" ] && exit 1; echo 28.0 ;;
  image) exit 1 ;;
  inspect) [ -e "$state/running" ] && echo true || exit 1 ;;
  run) if [ -e "$state/busy" ]; then echo "Bind for 127.0.0.1:4002 failed: port is already allocated" >&2; exit 125; fi
       echo "$POSTGRES_PASSWORD" > "$state/password"; touch "$state/running" ;;
  exec) case "$*" in *psql*) cat > "$state/sql" ;; esac ;;
  port) echo 127.0.0.1:49153 ;;
  stop) rm "$state/running" ;;
esac
`;

let folder: string;
let bin: string;
const log = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-docker-"));
  bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "docker"), FAKE);
  chmodSync(join(bin, "docker"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env["PATH"] ?? ""}`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function home() {
  const at = homeAt(join(folder, "db"));
  prepareHome(at);
  return at;
}

const said = (name: string) => readFileSync(join(bin, name), "utf8");
const tell = (name: string) => writeFileSync(join(bin, name), "");

describe("a database in Docker", () => {
  it("is asked for only where an engine answers", async () => {
    expect(await dockerAnswers()).toBe(true);
    tell("off");
    expect(await dockerAnswers()).toBe(false);
  });

  it("listens on loopback and gets its password and set-up, but not on a command line", async () => {
    const at = home();
    const database = await startInDocker({ home: at, port: 0, log });
    const password = readPassword(at) ?? "";
    expect(database).toMatchObject({ port: 49153, pid: null, source: "docker", adopted: false });
    expect(database.url).toBe(`postgres://headroom:${password}@127.0.0.1:49153/headroom`);
    expect(said("password").trim()).toBe(password);
    expect(said("sql")).toContain("CREATE EXTENSION IF NOT EXISTS timescaledb");
    expect(said("calls")).toContain("--publish 127.0.0.1:0:5432");
    expect(said("calls")).not.toContain(password);
  });

  it("is found running, reported, and stopped", async () => {
    const at = home();
    expect(await portInDocker(at)).toBeNull();
    await startInDocker({ home: at, port: 0, log });
    expect(await startInDocker({ home: at, port: 0, log })).toMatchObject({ adopted: true });
    expect(await portInDocker(at)).toBe(49153);
    expect(await stopInDocker(at)).toBe(true);
    expect(await stopInDocker(at)).toBe(false);
    expect(existsSync(join(bin, "running"))).toBe(false);
  });

  it("names the variable to set when the port is busy", async () => {
    tell("busy");
    const attempt = startInDocker({ home: home(), port: 4002, log });
    await expect(attempt).rejects.toMatchObject({ code: "port-busy" });
  });
});
