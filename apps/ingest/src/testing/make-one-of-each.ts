import { createToken } from "@headroom/services";
import { ACTION, CHANNEL, EVENT, FINDING, GAMEDAY, PEAK_DAY, RISK, RUN, SLO } from "./isolation-bodies.ts";
import type { Ids } from "./isolation-requests.ts";
import type { TestApp } from "./test-app.ts";
import { trustJobs } from "./trust-jobs.ts";

const all = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };

/** One of everything in the home workspace, made by requests. */
export async function makeOneOfEach(world: TestApp): Promise<Ids> {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=Mix&target=${encodeURIComponent(RISK.target)}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}`, "content-type": "text/csv" },
    payload: RUN,
  });
  const { run } = answer.json<{ run: { id: string } }>();
  await world.app.inject({
    method: "POST",
    url: "/write",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: `nothing_known,service=ghost value=1 ${Date.now()}000000`,
  });
  const part = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.part.findFirstOrThrow({ where: { runId: run.id }, select: { id: true } }),
  );
  const { experimentId } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: run.id }, select: { experimentId: true } }),
  );
  const manage = { name: "manage", scopes: ["read" as const, "manage" as const] };
  const manager = (await createToken({ ctx: world.home.owner, input: manage })).secret;
  const make = async (url: string, token: string, payload: string) =>
    (
      await world.app.inject({ method: "POST", url, headers: { authorization: `Bearer ${token}` }, payload })
    ).json<{ id: string; events: { id: string }[]; steps: { id: string }[] }>();
  const peakDay = await make("/v1/peak-days", manager, JSON.stringify({ ...PEAK_DAY, service: "shop" }));
  const { events } = await make("/v1/services/shop/events", world.home.ingestToken, EVENT);
  const slo = await make("/v1/slos", manager, JSON.stringify({ ...SLO, service: "shop" }));
  const soon = { ...RISK, until: new Date(world.test.services.clock().getTime() + 86_400_000) };
  const risk = await make(`/v1/runs/${run.id}/accepted-risks`, manager, JSON.stringify(soon));
  if (risk.id === undefined) throw new Error("the risk was refused");
  const action = await make(`/v1/peak-days/${peakDay.id}/actions`, manager, ACTION);
  const gameday = await make("/v1/gamedays", manager, JSON.stringify({ ...GAMEDAY, service: "shop" }));
  const finding = await make(`/v1/gamedays/${gameday.id}/findings`, manager, FINDING);
  const shared = JSON.stringify({ subject: { kind: "run", runId: run.id } });
  const share = await make("/v1/shares", manager, shared);
  const channel = await make("/v1/channels", manager, JSON.stringify(CHANNEL));
  const delivery = await make(`/v1/channels/${channel.id}/test`, manager, "");
  return {
    run: run.id,
    experiment: experimentId,
    part: part.id,
    peakDay: peakDay.id,
    event: events[0]?.id ?? "",
    slo: slo.id,
    risk: risk.id,
    action: action.id,
    gameday: gameday.id,
    step: gameday.steps[0]?.id ?? "",
    finding: finding.id,
    share: share.id,
    token: (await createToken({ ctx: world.home.owner, input: all })).id,
    ciIdentity: (await trustJobs(world, "https://gitlab.com", { project_path: "us/shop" })).id,
    channel: channel.id,
    delivery: delivery.id,
  };
}
