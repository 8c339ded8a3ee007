import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRPCError } from "@trpc/server";
import type { Context } from "@headroom/services";
import { Importing } from "@headroom/services/testing";
import { isPersonal, LEFT_OUT, NAMED, OWN } from "./testing/isolation-inputs.ts";
import type { Ids } from "./testing/isolation-inputs.ts";
import { makeOneOfEverything, MARK } from "./testing/make-one-of-everything.ts";
import { stubEnv } from "./testing/stub-env.ts";

stubEnv();
const { appRouter, createCaller } = await import("./app-router.ts");

const procedures = () => Object.keys(appRouter._def.procedures);

let world: Importing;
let theirs: Ids;
let nowhere: Ids;
let intruder: Context;

beforeAll(async () => {
  world = await Importing.open();
  intruder = world.foreign.owner;
  theirs = await makeOneOfEverything(world, createCaller);
  nowhere = ofNothing(world.test.services.newId);
});
afterAll(() => world.close());

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
    changeNote: newId(),
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
    view: newId(),
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

/** What nobody may ask for in a workspace that has services. */
const REFUSED: Record<string, RegExp> = { "demo.load": /already has services/ };

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
      expect(answer).toMatch(REFUSED[procedure] ?? /^\{("answer"|\})/);
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
