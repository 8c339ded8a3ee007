import { slugOf } from "@headroom/contract";
import type { DemoGameday, DemoPeakDay } from "./demo-run.ts";
import { ask } from "./post-demo.ts";
import type { Destination } from "./post-demo.ts";
import { momentOf } from "./post-readiness.ts";

interface Saved {
  id: string;
  name: string;
  phase: string;
}

/**
 * Writes down the gamedays that took place, once their runs are there: plan, findings, and the report that is frozen. What a seed
 * that failed has left open is finished.
 */
export async function saveGamedays(
  gamedays: readonly DemoGameday[],
  peakDays: ReadonlyMap<DemoPeakDay, string>,
  to: Destination,
): Promise<void> {
  for (const gameday of gamedays) {
    const query = new URLSearchParams({ service: slugOf(gameday.service, "service") });
    const known = await ask(`${urlOf(to)}?${query.toString()}`, { method: "GET", token: to.readToken }, to);
    const { gamedays: saved } = (await known.json()) as { gamedays: Saved[] };
    const found = saved.find(({ name }) => name === gameday.name);
    if (found?.phase === "closed") continue;
    const peakDay = [...peakDays].find(([{ name }]) => name === gameday.peakDay)?.[1] ?? null;
    const id = found?.id ?? (await create(gameday, peakDay, to));
    const fixed = await noteFindings(gameday, id, to);
    await send("POST", `${urlOf(to)}/${id}/close`, { by: gameday.closedBy }, to);
    for (const finding of fixed)
      await send("PATCH", `${urlOf(to)}/${id}/findings/${finding}`, { closed: true }, to);
  }
}

const urlOf = ({ ingestUrl }: Destination) => `${ingestUrl}/v1/gamedays`;

async function create(gameday: DemoGameday, peakDay: string | null, to: Destination): Promise<string> {
  const { service, startsAt, endsAt, name, environment, roles, notes, experiments } = gameday;
  const saved = await send(
    "POST",
    urlOf(to),
    {
      name,
      environment,
      roles,
      notes,
      peakDay,
      timeZone: "UTC",
      service: slugOf(service, "service"),
      startsAt: momentOf(startsAt),
      endsAt: momentOf(endsAt),
      steps: experiments.map((experiment) => ({ experiment })),
    },
    to,
  );
  return saved.id;
}

/** Answers the ids of those that have been fixed since. */
async function noteFindings({ findings }: DemoGameday, id: string, to: Destination): Promise<string[]> {
  const answer = await ask(`${urlOf(to)}/${id}`, { method: "GET", token: to.readToken }, to);
  const { findings: noted } = (await answer.json()) as { findings: { id: string; title: string }[] };
  const fixed: string[] = [];
  for (const { title, severity, isFixed } of findings) {
    const finding =
      noted.find((one) => one.title === title) ??
      (await send("POST", `${urlOf(to)}/${id}/findings`, { title, severity }, to));
    if (isFixed) fixed.push(finding.id);
  }
  return fixed;
}

async function send(
  method: "POST" | "PATCH",
  url: string,
  body: object,
  to: Destination,
): Promise<{ id: string }> {
  const response = await ask(url, { method, token: to.manageToken, body: JSON.stringify(body) }, to);
  return (await response.json()) as { id: string };
}
