import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openIngestUnderTest } from "./ingest-under-test.ts";

/*
 * Two Prometheus scrape one application and write to ingest. Ingest is killed, then the replica that is counted, which comes back,
 * and then the other one. At the end, each request of the application is counted once.
 */
const { values } = parseArgs({
  options: {
    prometheus: { type: "string" },
    label: { type: "string", default: "prometheus_replica" },
  },
});
const { prometheus, label } = values;
if (prometheus === undefined) throw new Error("--prometheus is the path of its binary");

const BOUNDS = ["0.1", "0.5", "+Inf"];
const REQUESTS_A_TICK = 10;

/** An application that has answered some requests long before anybody looks. */
class Application {
  served = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #server = createServer((_, response) => {
    response.setHeader("content-type", "text/plain; version=0.0.4");
    response.end(this.#metrics());
  });

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  serve(): void {
    this.#timer = setInterval(() => (this.served += REQUESTS_A_TICK), 100);
  }

  pause(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #metrics(): string {
    const all = 5_000 + this.served;
    const lines = BOUNDS.map((le, at) => {
      const count = Math.floor((all * (at + 1)) / BOUNDS.length);
      return `http_request_duration_seconds_bucket{code="200",path="/",le="${le}"} ${count}`;
    });
    const head = "# TYPE http_request_duration_seconds histogram";
    const tags = `{code="200",path="/"}`;
    return `${[head, ...lines].join("\n")}\nhttp_request_duration_seconds_sum${tags} ${all / 5}\nhttp_request_duration_seconds_count${tags} ${all}\n`;
  }
}

class Replica {
  readonly name: string;
  readonly #dir: string;
  #child: ChildProcess | null = null;

  constructor(name: string, dir: string) {
    this.name = name;
    this.#dir = dir;
  }

  async configure(target: string, ingest: { url: string; ingestToken: string }): Promise<void> {
    const config = `global:
  scrape_interval: 5s
  external_labels: { ${label}: ${this.name}, cluster: soak }
scrape_configs:
  - job_name: pair
    static_configs: [{ targets: ["${target}"] }]
remote_write:
  - url: ${ingest.url}/api/v1/write
    authorization: { credentials: ${ingest.ingestToken} }
`;
    await writeFile(join(this.#dir, `${this.name}.yml`), config);
  }

  start(): void {
    const options = [
      `--config.file=${join(this.#dir, `${this.name}.yml`)}`,
      `--storage.tsdb.path=${join(this.#dir, this.name)}`,
      "--web.listen-address=127.0.0.1:0",
      "--log.level=error",
    ];
    this.#child = spawn(prometheus ?? "", options, { stdio: "inherit" });
  }

  async kill(): Promise<void> {
    if (this.#child === null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    this.#child = null;
    await ended;
  }
}

const dir = await mkdtemp(join(tmpdir(), "headroom-pair-"));
const ingest = await openIngestUnderTest();
const application = new Application();
const replicas = ["prometheus-0", "prometheus-1"].map((name) => new Replica(name, dir));
try {
  await ingest.start();
  await ingest.second.start();
  const target = await application.start();
  for (const replica of replicas) {
    await replica.configure(target, ingest);
    replica.start();
    await delay(2_000);
  }
  // Until it is certain that they are replicas, and counting has begun.
  await delay(20_000);
  application.serve();
  await delay(130_000);
  await show("both");
  await ingest.kill();
  await delay(10_000);
  await ingest.start();
  await delay(30_000);
  await show("ingest was killed");
  const [first, second] = await inTurn();
  await first.kill();
  await delay(60_000);
  await show(`${first.name} was killed`);
  first.start();
  await delay(30_000);
  await show("it is back");
  await second.kill();
  await delay(60_000);
  await show(`${second.name} was killed`);
  application.pause();
  await delay(30_000);
  const { requests } = await read();
  console.log(`sent ${application.served}, counted ${requests}`);
  if (requests !== application.served) process.exitCode = 1;
} finally {
  application.pause();
  application.close();
  for (const replica of replicas) await replica.kill();
  await ingest.close();
  await rm(dir, { recursive: true, force: true });
}

/** The one that is counted first. */
async function inTurn(): Promise<[Replica, Replica]> {
  const counted = (await read()).replicas.find(({ isCounted }) => isCounted)?.name;
  const sorted = replicas.toSorted((a, b) => Number(b.name === counted) - Number(a.name === counted));
  const [first, second] = sorted;
  if (first === undefined || second === undefined) throw new Error("there is no pair");
  return [first, second];
}

async function show(when: string): Promise<void> {
  const { requests, replicas: heard } = await read();
  const names = heard.map(({ name, isCounted }) => `${name} ${isCounted ? "is counted" : "is standing by"}`);
  console.log(`${when}: served ${application.served}, counted ${requests}; ${names.join(", ")}`);
}

async function read(): Promise<{ requests: number; replicas: { name: string; isCounted: boolean }[] }> {
  const answer = await fetch(`${ingest.url}/v1/services/pair/traffic`, {
    headers: { authorization: `Bearer ${ingest.readToken}` },
  });
  const { total, replicas: heard } = (await answer.json()) as {
    total: { requests: number };
    replicas: { name: string; isCounted: boolean }[];
  };
  return { requests: total.requests, replicas: heard };
}
