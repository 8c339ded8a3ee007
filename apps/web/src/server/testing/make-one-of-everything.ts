import { createCiIdentity } from "@headroom/services";
import type { Importing } from "@headroom/services/testing";
import type { createCaller as CreateCaller } from "../app-router.ts";
import { CHANNEL, GAMEDAY, PEAK_DAY, SLO } from "./isolation-inputs.ts";
import type { Ids } from "./isolation-inputs.ts";

/** A text that is part of everything in the home workspace, and of nothing else. */
export const MARK = "theirs-7c1f";

/** Creates one of everything in the home workspace, through the procedures. */
export async function makeOneOfEverything(world: Importing, createCaller: typeof CreateCaller): Promise<Ids> {
  const { home } = world;
  const target = ["p99 <= 1 ms"];
  const names = { service: `${MARK} service`, experiment: `${MARK} experiment`, target };
  const uploaded = [await world.upload(names), await world.upload(names), await world.upload(names)];
  const [first = "", second = "", deletedRun = ""] = uploaded.map(({ answer }) => answer.run.id);
  const call = createCaller({ ctx: home.owner });
  await call.run.delete({ runId: deletedRun });
  await call.settings.invite({ email: `${MARK}@home.example`, role: "viewer" });
  const comment = await call.run.comment({ runId: first, pin: {}, body: MARK });
  const { experiment, service } = await call.run.get({ runId: first });
  const subject = { kind: "run" as const, runId: first };
  const share = await call.share.create({ subject, expiresInDays: 7, passphrase: null });
  const accepted = await acceptChange(call, { experimentId: experiment.id, runId: first });
  const peakDay = await call.peakDay.create({ ...PEAK_DAY, name: MARK, service: service.slug });
  const slo = await call.slo.create({ ...SLO, name: MARK, service: service.slug });
  const action = await call.readiness.addAction({ id: peakDay.id, title: MARK, owner: "", dueAt: null });
  const planned = { ...GAMEDAY, name: MARK, peakDay: peakDay.id, service: service.slug };
  const tried = { id: null, experiment: null, title: MARK, watcher: MARK, adoptTargets: false };
  const gameday = await call.gameday.create({ ...planned, steps: [tried] });
  const noted = {
    id: gameday.id,
    title: MARK,
    severity: "low" as const,
    owner: MARK,
    dueAt: null,
    step: null,
  };
  const finding = await call.gameday.addFinding(noted);
  const until = new Date(home.owner.clock().getTime() + 86_400_000).toISOString();
  const miss = { runId: first, target: "p99 <= 1 ms", reason: MARK, until };
  const risk = await call.readiness.acceptRisk(miss);
  const { events } = await call.event.add({ service: service.slug, kind: "note", title: MARK });
  const told = await makeChannel(call);
  const view = await call.savedViews.save({ page: "experiments", name: MARK, query: "", shared: true });
  const ciIdentity = await makeCiIdentity(world);
  const [invitation] = await call.settings.invitations();
  const { tokens } = await call.settings.tokens();
  return {
    runs: [first, second],
    deletedRun,
    experiment: experiment.id,
    service: service.id,
    serviceSlug: service.slug,
    token: tokens[0]?.id ?? "",
    ciIdentity,
    person: home.ownerId,
    invitation: invitation?.id ?? "",
    comment: comment.id,
    share: share.id,
    changeNote: accepted.id,
    peakDay: peakDay.id,
    event: events[0]?.id ?? "",
    slo: slo.id,
    action: action.id,
    risk: risk.id,
    gameday: gameday.id,
    step: gameday.steps[0]?.id ?? "",
    finding: finding.id,
    view: view.id,
    ...told,
  };
}

function acceptChange(call: ReturnType<typeof CreateCaller>, of: { experimentId: string; runId: string }) {
  const rise = { metric: "p99" as const, label: null, direction: "rise" as const, before: 1, after: 2 };
  return call.trend.accept({ ...of, ...rise, reason: MARK });
}

async function makeChannel(call: ReturnType<typeof CreateCaller>) {
  const hook = { ...CHANNEL, name: MARK, url: `https://${MARK}.example/a` };
  const channel = await call.notification.create(hook);
  const delivery = await call.notification.test({ id: channel.id });
  return { channel: channel.id, delivery: delivery.id };
}

async function makeCiIdentity({ home }: Importing): Promise<string> {
  const issuer = "https://gitlab.com";
  const trusted = { name: MARK, issuer, claims: { project_path: MARK }, scopes: ["read"] };
  const settings = { webUrl: "https://headroom.example", issuers: [issuer] };
  const { id } = await createCiIdentity({ ctx: home.owner, input: { body: trusted, settings } });
  return id;
}
