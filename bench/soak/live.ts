import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openServices } from "@headroom/services";
import { openIngestUnderTest } from "./ingest-under-test.ts";
import { LiveCells } from "./live-cells.ts";
import { LiveLines } from "./live-lines.ts";
import { openInfluxDb, openVictoriaMetrics } from "./live-peers.ts";
import type { Peer } from "./live-peers.ts";
import { LiveSeries } from "./live-series.ts";
import type { Paced } from "./paced-senders.ts";
import { databaseMillis, processorMillis } from "./processor-time.ts";

/*
 * Live traffic at the rate of a peak day, in three forms: cells of a live run, Influx lines, remote write. At the end, every cell in
 * the database must be what was sent. Beside it, the same bytes go to InfluxDB and VictoriaMetrics, if their binaries are given.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: ["cells", "lines", "series"] },
    seconds: { type: "string", default: "300" },
    writers: { type: "string", default: "10" },
    labels: { type: "string", default: "500" },
    lines: { type: "string", default: "100000" },
    series: { type: "string", default: "50000" },
    shards: { type: "string", default: "2" },
    influxdb: { type: "string", default: process.env["HEADROOM_SOAK_INFLUXDB"] ?? "" },
    "victoria-metrics": { type: "string", default: process.env["HEADROOM_SOAK_VICTORIA_METRICS"] ?? "" },
  },
});
const seconds = Number(values.seconds);
const [writers, labels] = [Number(values.writers), Number(values.labels)];

const ingest = await openIngestUnderTest();
const services = openServices({ url: ingest.databaseUrl, maxConnections: 2 });
try {
  await ingest.start();
  console.log(`${seconds} s each, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
  for (const part of values.only) await runPart(part);
} finally {
  await services.db.close();
  await ingest.close();
}

async function runPart(part: string): Promise<void> {
  switch (part) {
    case "cells":
      return cells();
    case "lines":
      return lines();
    case "series":
      return series();
    default:
      throw new Error(`--only ${part}: use cells, lines or series`);
  }
}

async function cells(): Promise<void> {
  const load = new LiveCells(ingest, { writers, labels });
  console.log(`\n${writers} writers, ${labels} labels: ${writers * labels} cells a second`);
  await measure("batch", {
    send: () => load.send(seconds),
    counted: () => load.untilCounted(),
  });
  console.log(`  ${await load.check(services.db)} stored cells are what was sent, to the byte`);
}

async function lines(): Promise<void> {
  const of = { connections: writers, labels, lines: Number(values.lines) };
  const load = new LiveLines(of);
  console.log(`\n${writers} connections, ${load.lines} lines a second each, ${labels} labels`);
  await measure("body", {
    send: () => load.send(load.sendingTo(ingest), seconds),
    counted: () => load.untilCounted(services.db, ingest.workspaceId),
  });
  const checked = await load.check(services.db, ingest.workspaceId);
  console.log(`  ${checked} stored cells are what was sent, to the byte`);
  await measurePeers("body", ({ linesUrl: url }) => new LiveLines(of).send({ url, token: null }, seconds));
}

async function series(): Promise<void> {
  const of = { shards: Number(values.shards), series: Number(values.series) };
  const load = new LiveSeries(of);
  console.log(`\nremote write of ${load.series} series every 10 s, ${of.shards} shards`);
  await measure("request", {
    send: () => load.send(load.sendingTo(ingest), seconds),
    counted: () => load.untilCounted(services.db, ingest.workspaceId),
  });
  const checked = await load.check(services.db, ingest.workspaceId);
  console.log(`  counts, sums and buckets of ${checked} labels are what was sent`);
  await measurePeers("request", ({ seriesUrl: url }) =>
    new LiveSeries(of).send({ url, token: null }, seconds),
  );
}

async function measure(
  unit: string,
  { send, counted }: { send: () => Promise<Paced>; counted: () => Promise<void> },
): Promise<void> {
  const pid = ingest.pid();
  const before = { ingest: processorMillis(pid), database: databaseMillis(ingest.databasePid) };
  const memory = watchMemory(pid);
  const paced = await send();
  const sentAt = performance.now();
  await counted();
  const late = performance.now() - sentAt;
  const spent = {
    ingest: processorMillis(pid) - before.ingest,
    database: databaseMillis(ingest.databasePid) - before.database,
  };
  sayAnswers(unit, paced);
  const { ingest: own, database } = spent;
  const bodies = paced.answers.length - paced.again;
  const each = (millis: number) => (millis / bodies).toFixed(2);
  console.log(`  processor time a ${unit}: ingest ${each(own)} ms, PostgreSQL ${each(database)} ms`);
  console.log(
    `  processor time together: ${((own + database) / 1_000).toFixed(1)} s in ${(paced.millis / 1_000).toFixed(0)} s`,
  );
  console.log(
    `  counted ${(late / 1_000).toFixed(1)} s after the last one; ingest's memory: ${memory.words()}`,
  );
}

async function measurePeers(unit: string, send: (peer: Peer) => Promise<Paced>): Promise<void> {
  const openers = [
    { binary: values.influxdb, open: openInfluxDb },
    { binary: values["victoria-metrics"], open: openVictoriaMetrics },
  ];
  for (const { binary, open } of openers) {
    if (binary === "") continue;
    const peer = await open(binary);
    try {
      const before = processorMillis(peer.pid);
      const paced = await send(peer);
      const millis = processorMillis(peer.pid) - before;
      console.log(`  ${peer.name}:`);
      sayAnswers(unit, paced);
      const each = (millis / (paced.answers.length - paced.again)).toFixed(2);
      console.log(`  processor time a ${unit}: ${each} ms; together ${(millis / 1_000).toFixed(1)} s`);
    } finally {
      await peer.close();
    }
  }
}

function sayAnswers(unit: string, { answers, again, millis }: Paced): void {
  const at = (share: number) =>
    (answers[Math.min(answers.length - 1, Math.floor(answers.length * share))] ?? NaN).toFixed(0);
  const bodies = answers.length - again;
  console.log(
    `  ${bodies} × ${unit} in ${(millis / 1_000).toFixed(0)} s, ${again} of them asked for again; response p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

/** A process's memory once a second, by quarters of the time. */
function watchMemory(pid: number): { words: () => string } {
  const seen: number[] = [];
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    seen.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024);
  }, 1_000);
  return {
    words() {
      clearInterval(timer);
      const quarter = Math.max(1, Math.ceil(seen.length / 4));
      const most = [0, 1, 2, 3].map((at) => Math.max(...seen.slice(at * quarter, (at + 1) * quarter), 0));
      return `at most ${most.map((one) => one.toFixed(0)).join(", ")} MB in each quarter of the time`;
    },
  };
}
