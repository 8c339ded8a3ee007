import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./ingest-under-test.ts";

/** Another product that takes the same bytes. */
export interface Peer {
  name: string;
  pid: number;
  /** Where it takes Influx lines and remote write. */
  linesUrl: string;
  seriesUrl: string;
  close(): Promise<void>;
}

const READY_WITHIN_MILLIS = 30_000;

export async function openInfluxDb(binary: string): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), "headroom-influxdb-"));
  const [port, rpcPort] = [await freePort(), await freePort()];
  const config = join(folder, "influxdb.conf");
  await writeFile(
    config,
    [
      `reporting-disabled = true\nbind-address = "127.0.0.1:${rpcPort}"`,
      `[meta]\ndir = "${folder}/meta"`,
      `[data]\ndir = "${folder}/data"\nwal-dir = "${folder}/wal"\nmax-series-per-database = 0`,
      `[http]\nbind-address = "127.0.0.1:${port}"\nlog-enabled = false\nmax-body-size = 0`,
    ].join("\n"),
  );
  const url = `http://127.0.0.1:${port}`;
  const peer = await open(binary, ["-config", config], { name: "InfluxDB", url: `${url}/ping`, folder });
  for (const database of ["lines", "series"]) {
    const query = new URLSearchParams({ q: `create database "${database}"` });
    await fetch(`${url}/query?${query.toString()}`, { method: "POST" });
  }
  return { ...peer, linesUrl: `${url}/write?db=lines`, seriesUrl: `${url}/api/v1/prom/write?db=series` };
}

export async function openVictoriaMetrics(binary: string): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), "headroom-victoria-metrics-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = [`-httpListenAddr=${url.slice(7)}`, `-storageDataPath=${folder}/data`, "-loggerLevel=ERROR"];
  const peer = await open(binary, args, { name: "VictoriaMetrics", url: `${url}/health`, folder });
  return { ...peer, linesUrl: `${url}/write?db=lines`, seriesUrl: `${url}/api/v1/write` };
}

async function open(
  binary: string,
  args: readonly string[],
  { name, url, folder }: { name: string; url: string; folder: string },
): Promise<Pick<Peer, "name" | "pid" | "close">> {
  const child = spawn(binary, args, { stdio: "ignore" });
  const ended = once(child, "exit");
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + READY_WITHIN_MILLIS;
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && child.pid !== undefined) return { name, pid: child.pid, close };
    if (performance.now() < until && child.exitCode === null) {
      await delay(100);
      continue;
    }
    await close();
    throw new Error(`${name} did not start`);
  }
}
