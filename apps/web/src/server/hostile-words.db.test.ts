import { afterAll, beforeAll, expect, it } from "vitest";
import { TRPCError } from "@trpc/server";
import { Importing } from "@headroom/services/testing";
import { LEFT_OUT, NAMED, OWN } from "./testing/isolation-inputs.ts";
import type { Ids } from "./testing/isolation-inputs.ts";
import { stubEnv } from "./testing/stub-env.ts";

stubEnv();
const { createCaller } = await import("./app-router.ts");

/** Texts that the database cannot store, and unusual ways to write an id. */
const HOSTILE: Record<string, (text: string) => string> = {
  "a null character": (text) => `${text}\0`,
  "half of a character": (text) => `${text}\uD800`,
  "capital letters": (text) => text.toUpperCase(),
  "two thousand characters": (text) => text.padEnd(2_000, "‮ü🙂"),
  nothing: () => "",
};

let world: Importing;
let ours: Ids;

beforeAll(async () => {
  world = await Importing.open();
  const names = { service: "Shop", experiment: "Mix" };
  const uploaded = [await world.upload(names), await world.upload(names), await world.upload(names)];
  const [first = "", second = "", deletedRun = ""] = uploaded.map(({ answer }) => answer.run.id);
  const call = createCaller({ ctx: world.home.owner });
  const { experiment, service } = await call.run.get({ runId: first });
  const id = world.test.services.newId;
  ours = {
    runs: [first, second],
    deletedRun,
    experiment: experiment.id,
    service: service.id,
    serviceSlug: service.slug,
    token: id(),
    ciIdentity: id(),
    person: id(),
    invitation: id(),
    comment: id(),
    share: id(),
    changeNote: id(),
    peakDay: id(),
    event: id(),
    slo: id(),
    action: id(),
    risk: id(),
    gameday: id(),
    step: id(),
    finding: id(),
    channel: id(),
    delivery: id(),
    view: id(),
  };
});
afterAll(() => world.close());

/** The input once for each text in it, with that one text spoilt. */
function* spoilt(input: unknown, spoil: (text: string) => string): Generator {
  if (typeof input === "string") yield spoil(input);
  if (typeof input !== "object" || input === null || input instanceof Date) return;
  for (const [name, value] of Object.entries(input)) {
    for (const worse of spoilt(value, spoil)) {
      if (Array.isArray(input)) yield input.map((one, at) => (String(at) === name ? worse : one));
      else yield { ...input, [name]: worse };
    }
  }
}

async function refusalOf(procedure: string, input: unknown): Promise<string | null> {
  let called: unknown = createCaller({ ctx: world.home.owner });
  for (const part of procedure.split(".")) called = Reflect.get(called as object, part);
  try {
    await (called as (input: unknown) => Promise<unknown>)(input);
    return null;
  } catch (error) {
    return error instanceof TRPCError ? `${error.code}: ${error.message}` : String(error);
  }
}

const inputs = () => {
  const named = Object.entries({ ...NAMED, ...LEFT_OUT }).map(([name, of]) => [name, of(ours)] as const);
  return new Map([...named, ...Object.entries(OWN)]);
};

// Procedures that delete come last.
const PROCEDURES = Object.keys({ ...NAMED, ...LEFT_OUT, ...OWN }).toSorted(
  (a, b) => Number(/delete/i.test(a)) - Number(/delete/i.test(b)),
);

it.each(PROCEDURES)("hostile text never causes an internal error: %s", async (procedure) => {
  const failed: string[] = [];
  for (const [what, spoil] of Object.entries(HOSTILE)) {
    for (const input of spoilt(inputs().get(procedure), spoil)) {
      const refusal = await refusalOf(procedure, input);
      if (refusal !== null && /^(INTERNAL|(?![A-Z_]+: ))/.test(refusal))
        failed.push(`${what}: ${JSON.stringify(input)}: ${refusal.slice(0, 300)}`);
    }
  }
  expect(failed).toEqual([]);
});

it("an id in capital letters names the same run, alone and in a comparison", async () => {
  const call = createCaller({ ctx: world.home.owner });
  const names = { service: "Shop", experiment: "Capitals" };
  const uploaded = [await world.upload(names), await world.upload(names)];
  const ids = uploaded.map(({ answer }) => answer.run.id);
  const { runs } = await call.comparison.get({ runIds: ids.map((id) => id.toUpperCase()) });
  expect(runs.map(({ id }) => id)).toEqual(ids);
  const [id = ""] = ids;
  const twice = { kind: "comparison" as const, runIds: [id, id.toUpperCase(), ids[1] ?? ""] };
  const shared = await call.share.create({ subject: twice, expiresInDays: 1, passphrase: null });
  expect(shared.address).toContain("/share/");
});
