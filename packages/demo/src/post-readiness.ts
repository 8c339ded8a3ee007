import { slugOf } from "@headroom/contract";
import type { DemoPeakDay, DemoRisk } from "./demo-run.ts";
import { ask } from "./post-demo.ts";
import type { Destination } from "./post-demo.ts";

interface NamedDay {
  id: string;
  name: string;
}

/** Creates the peak days that aren't there yet. Answers the ids of all of them. */
export async function savePeakDays(
  days: readonly DemoPeakDay[],
  to: Destination,
): Promise<Map<DemoPeakDay, string>> {
  const ids = new Map<DemoPeakDay, string>();
  for (const day of days) {
    const known = await peakDaysOf(day.service, to);
    const found = known.find(({ name }) => name === day.name);
    ids.set(day, found?.id ?? (await createPeakDay(day, known, to)));
  }
  return ids;
}

async function peakDaysOf(service: string, to: Destination): Promise<NamedDay[]> {
  const query = new URLSearchParams({ service: slugOf(service, "service") });
  const url = `${to.ingestUrl}/v1/peak-days?${query.toString()}`;
  const response = await ask(url, { method: "GET", token: to.readToken }, to);
  return ((await response.json()) as { peakDays: NamedDay[] }).peakDays;
}

async function createPeakDay(
  { service, earlier, curve, ...day }: DemoPeakDay,
  known: readonly NamedDay[],
  to: Destination,
): Promise<string> {
  const laidUnder = earlier.flatMap(({ name, ...growth }) => {
    const found = known.find((one) => one.name === name);
    return found === undefined ? [] : [{ id: found.id, ...growth }];
  });
  const body = {
    ...day,
    service: slugOf(service, "service"),
    timeZone: "UTC",
    earlier: laidUnder,
    startsAt: momentOf(day.startsAt),
    endsAt: momentOf(day.endsAt),
    eventAt: momentOf(day.eventAt),
  };
  const access = { token: to.manageToken };
  const url = `${to.ingestUrl}/v1/peak-days`;
  const response = await ask(url, { ...access, method: "POST", body: JSON.stringify(body) }, to);
  const { id } = (await response.json()) as NamedDay;
  if (curve !== undefined) {
    const points = curve.map(({ at, requestsPerSecond }) => ({ at: momentOf(at), requestsPerSecond }));
    await ask(`${url}/${id}/curve`, { ...access, method: "PUT", body: JSON.stringify({ points }) }, to);
  }
  return id;
}

/** Accepts a risk in the name of the demo's owner, unless that was done before. */
export async function acceptRisk(
  { target, reason, until }: DemoRisk,
  runId: string,
  to: Destination,
): Promise<void> {
  const body = { target, reason, until: until.toISOString(), acceptedBy: to.ownerEmail };
  const url = `${to.ingestUrl}/v1/runs/${runId}/accepted-risks`;
  await ask(
    url,
    { method: "POST", token: to.manageToken, body: JSON.stringify(body), unless: "conflict" },
    to,
  );
}

/** In seconds. */
export function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
