import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRPCError } from "@trpc/server";
import { createCiIdentity } from "@headroom/services";
import type { Context } from "@headroom/services";
import { Importing } from "@headroom/services/testing";
import {
  CHANNEL,
  isPersonal,
  LEFT_OUT,
  NAMED,
  OWN,
  GAMEDAY,
  PEAK_DAY,
  SLO,
} from "./testing/isolation-inputs.ts";
import type { Ids } from "./testing/isolation-inputs.ts";
import { stubEnv } from "./testing/stub-env.ts";

stubEnv();
const { appRouter, createCaller } = await import("./app-router.ts");

/** A text that is part of everything in the other workspace, and of nothing else. */
const MARK = "theirs-7c1f";
const procedures = () => Object.keys(appRouter._def.procedures);

let world: Importing;
let theirs: Ids;
let nowhere: Ids;
let intruder: Context;

beforeAll(async () => {
  world = await Importing.open();
  intruder = world.foreign.owner;
  theirs = await makeTheirs();
  nowhere = ofNothing(world.test.services.newId);
});
afterAll(() => world.close());

/** Creates one of everything, through the procedures. */
async function makeTheirs(): Promise<Ids> {
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
  const acknowledged = await call.trend.acknowledge({
    experimentId: experiment.id,
    runId: first,
    metric: "p99",
    label: null,
    direction: "rise",
    before: 1,
    after: 2,
    word: MARK,
  });
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
  const hook = { ...CHANNEL, name: MARK, url: `https://${MARK}.example/a` };
  const channel = await call.notification.create(hook);
  const delivery = await call.notification.test({ id: channel.id });
  const issuer = "https://gitlab.com";
  const trusted = { name: MARK, issuer, claims: { project_path: MARK }, scopes: ["read"] };
  const settings = { webUrl: "https://headroom.example", issuers: [issuer] };
  const ciIdentity = await createCiIdentity({ ctx: home.owner, input: { body: trusted, settings } });
  const [invitation] = await call.settings.invitations();
  const { tokens } = await call.settings.tokens();
  return {
    runs: [first, second],
    deletedRun,
    experiment: experiment.id,
    service: service.id,
    serviceSlug: service.slug,
    token: tokens[0]?.id ?? "",
    ciIdentity: ciIdentity.id,
    person: home.ownerId,
    invitation: invitation?.id ?? "",
    comment: comment.id,
    share: share.id,
    acknowledgement: acknowledged.id,
    peakDay: peakDay.id,
    event: events[0]?.id ?? "",
    slo: slo.id,
    action: action.id,
    risk: risk.id,
    gameday: gameday.id,
    step: gameday.steps[0]?.id ?? "",
    finding: finding.id,
    channel: channel.id,
    delivery: delivery.id,
  };
}

function ofNothing(newId: () => string): Ids {
  return {
    runs: [newId(), newId()],
    deletedRun: newId(),
    experiment: newId(),
    service: newId(),
    serviceSlug: newId(),
    token: newId(),
    ciIdentity: newId(),
    person: newId(),
    invitation: newId(),
    comment: newId(),
    share: newId(),
    acknowledgement: newId(),
    peakDay: newId(),
    event: newId(),
    slo: newId(),
    action: newId(),
    risk: newId(),
    gameday: newId(),
    step: newId(),
    finding: newId(),
    channel: newId(),
    delivery: newId(),
  };
}

/** A procedure's answer or refusal, in a form that can be compared. */
async function ask(ctx: Context, procedure: string, input: unknown): Promise<string> {
  let called: unknown = createCaller({ ctx });
  for (const part of procedure.split(".")) called = Reflect.get(called as object, part);
  try {
    return JSON.stringify({ answer: await (called as (input: unknown) => Promise<unknown>)(input) });
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return JSON.stringify({ code: error.code, message: error.message });
  }
}

/** A refusal may repeat the ids that it was given. */
function withoutIds(text: string, ids: Ids): string {
  return Object.values(ids)
    .flat()
    .reduce<string>((left, id: string) => left.replaceAll(id, "…"), text);
}

describe("another workspace's ids", () => {
  it("are tried on every procedure", () => {
    const tried = { ...NAMED, ...LEFT_OUT, ...OWN };
    expect(procedures().filter((name) => !(name in tried) && !isPersonal(name))).toEqual([]);
    for (const name of Object.keys(tried)) expect(procedures()).toContain(name);
  });

  it.each(Object.entries({ ...NAMED, ...LEFT_OUT }))(
    "are answered like ids that do not exist: %s",
    async (procedure, inputOf) => {
      const foreign = await ask(intruder, procedure, inputOf(theirs));
      const missing = await ask(intruder, procedure, inputOf(nowhere));
      expect(withoutIds(foreign, theirs)).toBe(withoutIds(missing, nowhere));
      expect(foreign).not.toContain(MARK);
      expect(foreign.includes('"code":"NOT_FOUND"') || procedure in LEFT_OUT, foreign).toBe(true);
    },
  );

  it.each(Object.entries(OWN))(
    "never appear in the answers of procedures that take no id: %s",
    async (procedure, input) => {
      const answer = await ask(intruder, procedure, input);
      for (const id of [MARK, ...Object.values(theirs).flat()]) expect(answer).not.toContain(id);
      expect(answer).toMatch(/^\{("answer"|\})/);
    },
  );

  it("name things that are unchanged afterwards and still readable in their own workspace", async () => {
    const { experiment, runs } = theirs;
    const own = (procedure: string) => ask(world.home.owner, procedure, NAMED[procedure]?.(theirs));
    expect(await own("experiment.get")).toContain(`${MARK} experiment`);
    expect(await own("run.get")).toContain(runs[0]);
    expect(await own("run.comments")).toContain(MARK);
    expect(await own("trend.get")).toContain(experiment);
    for (const procedure of Object.keys(NAMED).filter((name) => /\.(get|labels|slices|heatmap)$/.test(name)))
      expect(await own(procedure), procedure).toContain('{"answer":');
  });
});
