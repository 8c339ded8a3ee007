import { HOUR_MILLIS } from "@headroom/core";
import { expect } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import { product } from "./product.ts";
import type { JourneyWorkspace } from "./product.ts";

/** So many requests in each second of the last ones, into the service Shop. */
export async function sendSeconds(
  { ingestToken }: JourneyWorkspace,
  request: APIRequestContext,
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const end = Math.floor(Date.now() / 1_000);
  const lines = Array.from({ length: seconds * perSecond }, (_, at) => {
    const tags = `name=/${at % 4 === 0 ? "pay" : "cart"},expected_response=true`;
    const [second, within] = [end - seconds + Math.floor(at / perSecond), at % perSecond];
    return `http_req_duration,${tags} value=${20 + (at % 30)} ${second}${String(within).padStart(9, "0")}`;
  });
  const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
    headers: { authorization: `Bearer ${ingestToken}` },
    data: lines.join("\n"),
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

const BODY_SECONDS = 600;

/**
 * Requests in the service Shop, from a second on: three of four to /cart, one of twenty takes 400 ms and the others 20 ms, and
 * one of fifty fails. Waits until all of them are counted. Returns how many failed.
 */
export async function sendStretch(
  { ingestToken, readToken }: JourneyWorkspace,
  request: APIRequestContext,
  { from, seconds, perSecondAt }: { from: number; seconds: number; perSecondAt: (second: number) => number },
): Promise<number> {
  let [sent, failed] = [0, 0];
  for (let begin = 0; begin < seconds; begin += BODY_SECONDS) {
    const lines: string[] = [];
    for (let second = begin; second < Math.min(seconds, begin + BODY_SECONDS); second += 1)
      for (let within = 0; within < perSecondAt(second); within += 1) {
        const isFailed = sent % 50 === 0;
        const tags = `name=/${sent % 4 === 0 ? "pay" : "cart"},expected_response=${!isFailed}`;
        const time = `${from + second}${String(within).padStart(9, "0")}`;
        lines.push(`http_req_duration,${tags} value=${sent % 20 === 0 ? 400 : 20} ${time}`);
        sent += 1;
        if (isFailed) failed += 1;
      }
    const answer = await request.post(`${product.ingestUrl}/write?db=Shop`, {
      headers: { authorization: `Bearer ${ingestToken}` },
      data: lines.join("\n"),
    });
    expect(answer.status(), await answer.text()).toBe(204);
  }
  const lastSecond = new Date((from + seconds - 1) * 1_000).toISOString();
  await expect.poll(() => latestCounted(readToken, request), { timeout: 60_000 }).toBe(lastSecond);
  return failed;
}

/** Traffic is accepted once it is in the log, and counted a moment later. */
async function latestCounted(readToken: string, request: APIRequestContext): Promise<string | null> {
  const answer = await request.get(`${product.ingestUrl}/v1/services/shop/traffic`, {
    headers: { authorization: `Bearer ${readToken}` },
  });
  const { latestAt = null } = (await answer.json()) as { latestAt?: string | null };
  return latestAt;
}

/** A peak day of the service Shop, from so many hours from now on. Returns its id. */
export async function createPeakDay(
  { manageToken }: JourneyWorkspace,
  request: APIRequestContext,
  { name, inHours, more = {} }: { name: string; inHours: number; more?: object },
): Promise<string> {
  const start = Math.floor(Date.now() / HOUR_MILLIS + inHours) * HOUR_MILLIS;
  const at = (hours: number) => new Date(start + hours * HOUR_MILLIS).toISOString().replace(".000Z", "Z");
  const answer = await request.post(`${product.ingestUrl}/v1/peak-days`, {
    headers: { authorization: `Bearer ${manageToken}` },
    data: {
      service: "shop",
      name,
      startsAt: at(0),
      endsAt: at(6),
      timeZone: "UTC",
      eventName: "doors open",
      eventAt: at(1),
      expectedPeak: 2_400,
      ...more,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
