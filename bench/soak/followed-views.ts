import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MILLIS } from "@headroom/core";
import { textOf } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";

export interface Sent {
  /** How many requests there were with it. */
  requests: number;
  /** When its second was over, and when it was acknowledged; null: its sender doesn't say. */
  overAt: number;
  acknowledgedAt: number | null;
}

/** A view that screens follow, and what makes it change. */
export interface FollowedView {
  /** The path of its feed. */
  feed: string;
  /** Finds how many requests an event of the feed shows. */
  requests: RegExp;
  /** A part of a statement that each read of the view has once, and nothing else has. */
  statement: string;
  /** Waits for a second to be over, and sends what happened in it. The first one is 1. */
  sendSecond(sequence: number): Promise<Sent>;
  close(): Promise<void>;
}

export type ViewName = keyof typeof FOLLOWED_VIEWS;

/** `name` makes it one of its own. */
export const FOLLOWED_VIEWS = { run: followRun, "peak-day": followPeakDay, stream: followStream };

const root = join(import.meta.dirname, "..", "..");
const REQUESTS = 50;
const OF_RUN = {
  requests: /"writers",0,"requests"\],(\d+)|"state":"open","requests":(\d+)/,
  statement: "c.piece = case when w.sends_all",
};

/** A live run whose generator sends what it counted in a second as soon as it is over. */
async function followRun(ingest: IngestUnderTest, name: string): Promise<FollowedView> {
  const run = await post(ingest, `/v1/runs/live?service=Shop&experiment=${encodeURIComponent(name)}`, {});
  const id = textOf(Reflect.get(run, "run"), "id");
  return {
    ...OF_RUN,
    feed: `/api/feed/runs/${id}`,
    async sendSecond(sequence) {
      const { second, overAt } = await nextSecond();
      const distribution = { kind: "buckets", upperBoundsMicros: [50_000], counts: [REQUESTS, 0] };
      await post(ingest, `/v1/runs/${id}/cells`, {
        writer: "generator",
        sequence,
        labels: [{ name: "GET /cart" }],
        cells: [{ label: 0, step: 1, second, requests: REQUESTS, distribution }],
      });
      return { requests: sequence * REQUESTS, overAt, acknowledgedAt: Date.now() };
    },
    close: () => Promise.resolve(),
  };
}

/** A peak day of a service whose source sends the requests of a second as soon as it is over. */
async function followPeakDay(ingest: IngestUnderTest, name: string): Promise<FollowedView> {
  const write = async (second: number) => {
    const tags = "http_req_duration,name=/cart,expected_response=true";
    const lines = Array.from(
      { length: REQUESTS },
      (_, at) => `${tags} value=20 ${second}${String(at).padStart(9, "0")}`,
    );
    await send(ingest, `/write?db=${encodeURIComponent(name)}`, ingest.ingestToken, lines.join("\n"));
  };
  await write(Math.floor(Date.now() / 1_000) - 10);
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const hour = (hours: number) => new Date(Date.now() + hours * HOUR_MILLIS).toISOString().slice(0, 19);
  const times = { startsAt: hour(-1), endsAt: hour(12), eventAt: hour(1), timeZone: "UTC" };
  const day = { service: slug, name, eventName: "doors open", expectedPeak: 100, ...times };
  const made = await send(ingest, "/v1/peak-days", ingest.manageToken, JSON.stringify(day));
  return {
    feed: `/api/feed/peak-days/${textOf(JSON.parse(made), "id")}`,
    requests: /"total","requests"\],(\d+)|"total":\{"requests":(\d+)/,
    statement: 'FROM "public"."peak_day_earlier" WHERE',
    async sendSecond(sequence) {
      const { second, overAt } = await nextSecond();
      await write(second);
      return { requests: (sequence + 1) * REQUESTS, overAt, acknowledgedAt: Date.now() };
    },
    close: () => Promise.resolve(),
  };
}

const TENTH_MILLIS = 100;
const HEADER = "timeStamp,elapsed,label,responseCode,success\n";

/** A live run that `headroom stream` sends while a load tool writes its file, ten times a second. */
async function followStream(ingest: IngestUnderTest, name: string): Promise<FollowedView> {
  const folder = await mkdtemp(join(tmpdir(), "headroom-stream-"));
  const file = join(folder, "results.jtl");
  const row = () => `${Date.now() - 5},5,GET /cart,200,true\n`;
  await writeFile(file, HEADER + row());
  let written = 1;
  const options = ["--service", "Shop", "--experiment", name, "--until-idle", "30"];
  const cli = spawn(process.execPath, [join(root, "apps/cli/src/main.ts"), "stream", file, ...options], {
    env: { ...process.env, HEADROOM_URL: ingest.url, HEADROOM_TOKEN: ingest.ingestToken },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(cli, "exit");
  let said = "";
  cli.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const id = await untilFound(
    () => /\/runs\/([0-9a-f-]{36})/.exec(said)?.[1],
    () => said,
  );
  return {
    ...OF_RUN,
    feed: `/api/feed/runs/${id}`,
    async sendSecond() {
      const overAt = (Math.floor(Date.now() / 1_000) + 1) * 1_000;
      for (let tenth = 0; tenth < 10; tenth += 1) {
        // The last rows of a second are written in it.
        await delay(Math.max(0, overAt - 1_000 + tenth * TENTH_MILLIS - Date.now()));
        if (Date.now() >= overAt) break;
        await appendFile(file, row().repeat(REQUESTS / 10));
        written += REQUESTS / 10;
      }
      await delay(Math.max(0, overAt - Date.now()));
      return { requests: written, overAt, acknowledgedAt: null };
    },
    async close() {
      cli.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function nextSecond(): Promise<{ second: number; overAt: number }> {
  const second = Math.floor(Date.now() / 1_000);
  const overAt = (second + 1) * 1_000;
  await delay(overAt - Date.now());
  return { second, overAt };
}

async function untilFound(find: () => string | undefined, said: () => string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const found = find();
    if (found !== undefined) return found;
    await delay(100);
  }
  throw new Error(`headroom stream has no run after 30 s: ${said()}`);
}

async function post(ingest: IngestUnderTest, path: string, body: object): Promise<object> {
  return JSON.parse(await send(ingest, path, ingest.ingestToken, JSON.stringify(body))) as object;
}

async function send({ url }: IngestUnderTest, path: string, token: string, body: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return answer.text();
}
