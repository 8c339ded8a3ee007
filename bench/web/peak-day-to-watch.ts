import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { HOUR_MILLIS, HOUR_SECONDS } from "@headroom/core";
import type { watchPeakDay } from "@headroom/services";
import { signIn } from "./web-under-test.ts";
import type { WebUnderTest } from "./web-under-test.ts";

type PeakDayView = Awaited<ReturnType<typeof watchPeakDay>>;

const root = join(import.meta.dirname, "../..");
const EVENT_EVERY = 1_800;
const WHOLE_EVERY = 60;

export interface PeakDayToWatch {
  /** Of its wall. */
  url: string;
  cookie: string;
  /** What the feed sends in a second: the kind of the event and its data. */
  eventAt: (second: number) => [kind: string, data: string];
}

/** Peak days that have been running for an hour, in a workspace of their own. With several, the wall shows each for 5 seconds. */
export async function peakDayToWatch({ url, ingest }: WebUnderTest, days: number): Promise<PeakDayToWatch> {
  const provision = [join(root, "apps/ingest/src/provision.ts"), "--workspace", "wall"];
  const env = { ...process.env, DATABASE_URL: ingest.databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, provision, { env });
  const tokens = JSON.parse(stdout) as Record<"ingestToken" | "manageToken" | "ownerSignInPath", string>;
  const post = async (path: string, token: string, body: string) => {
    const answer = await fetch(`${ingest.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.text();
  };
  const line = `http_req_duration,name=/,expected_response=true value=20 ${Date.now() - 5_000}000000`;
  await post("/write?db=Shop", tokens.ingestToken, line);
  const start = Date.now() - HOUR_MILLIS;
  const at = (hours: number) => new Date(start + hours * HOUR_MILLIS).toISOString().slice(0, 19);
  const times = { startsAt: at(0), endsAt: at(24), eventAt: at(2), timeZone: "UTC" };
  const day = { service: "shop", name: "Sale", eventName: "doors open", expectedPeak: 2_000, ...times };
  const ids: string[] = [];
  for (let made = 0; made < days; made += 1) {
    const answer = await post("/v1/peak-days", tokens.manageToken, JSON.stringify(day));
    ids.push((JSON.parse(answer) as { id: string }).id);
  }
  const cookie = await signIn(url, tokens.ownerSignInPath);
  const first = await firstView(`${url}/api/feed/peak-days/${ids[0]}`, cookie);
  return {
    url: `${url}/peak-days/wall?days=${ids.join(",")}&seconds=5`,
    cookie,
    eventAt: (second) =>
      second % WHOLE_EVERY === 0 ? ["full", wholeOf(first, second)] : ["delta", deltaOf(first, second)],
  };
}

async function firstView(address: string, cookie: string): Promise<PeakDayView> {
  const enough = new AbortController();
  const { body } = await fetch(address, { headers: { cookie }, signal: enough.signal });
  if (body === null) throw new Error("the feed is empty");
  let heard = "";
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    heard += part;
    const data = /^event: full\ndata: (.*)\n\n/m.exec(heard)?.[1];
    if (data === undefined) continue;
    enough.abort();
    return JSON.parse(data) as PeakDayView;
  }
  throw new Error("the feed ended");
}

function wholeOf(first: PeakDayView, second: number): string {
  const points = Array.from({ length: placeAt(first, second) + 1 }, (_, place) => pointAt(first, place));
  const events = Array.from({ length: Math.floor(second / EVENT_EVERY) }, (_, at) => eventOf(first, at));
  return JSON.stringify({ ...first, ...changesOf(first, second), points, events });
}

/** What changes each second, as the server would send it. */
function deltaOf(first: PeakDayView, second: number): string {
  const place = placeAt(first, second);
  const set = Object.entries(changesOf(first, second)).map(([name, value]) => [[name], value]);
  return JSON.stringify({ set, tails: [[["points"], place, [pointAt(first, place)]]] });
}

function placeAt({ pointSeconds }: PeakDayView, second: number): number {
  return Math.floor((HOUR_MILLIS / 1_000 + second) / pointSeconds);
}

function pointAt(first: PeakDayView, place: number): PeakDayView["points"][number] {
  const begin = place * first.pointSeconds;
  const { p99Ms, errorRate, throughput } = changesOf(first, begin - HOUR_MILLIS / 1_000).latest.minute;
  const at = new Date(Date.parse(first.peakDay.startsAt) + begin * 1_000).toISOString();
  return { at, throughput, p99Ms, p99Range: null, errorRate };
}

function eventOf({ now }: PeakDayView, at: number): PeakDayView["events"][number] {
  const moment = new Date(Date.parse(now) + (at + 1) * EVENT_EVERY * 1_000).toISOString();
  const own = { id: `event ${at}`, at: moment, title: `Deploy ${at}`, kind: "deploy" } as const;
  return { ...own, url: null, by: null, createdAt: moment, editedAt: null, until: null };
}

function changesOf(first: PeakDayView, second: number) {
  const now = new Date(Date.parse(first.now) + second * 1_000).toISOString();
  const throughput = 1_200 + 500 * Math.sin(second / HOUR_SECONDS) + 40 * Math.sin(second * 1.7);
  const minute = {
    seconds: 60,
    requests: Math.round(throughput * 60),
    throughput,
    p99Range: null,
    p99Ms: 120 + (second % 90),
    errorRate: (second % 7) / 10_000,
  };
  const slope =
    second % 600 < 200
      ? { perMinute: 10, minutes: 40 - (second % 200) / 10, earliest: 15, latest: 55 }
      : null;
  const latest: NonNullable<PeakDayView["latest"]> = {
    at: now,
    minute,
    since: { errors: null, slow: null },
    hourRequests: Math.round(throughput * HOUR_SECONDS),
    slope,
    labels: [{ label: "/", share: 1, ...minute }],
    labelsTotal: 1,
    busiest: { label: "/", share: 1 },
  };
  return {
    now,
    latest,
    heardAt: now,
    total: { requests: second * 1_200, errors: 0, peak: { at: now, throughput } },
  };
}
