import type { ShareSubject } from "@headroom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isHeadroomError } from "@headroom/core";
import { closeGameday, createGameday, createPeakDay, createShare, openShare } from "@headroom/services";
import type { Context } from "@headroom/services";
import { Importing } from "@headroom/services/testing";
import { stubEnv, TEST_SECRET } from "./testing/stub-env.ts";

stubEnv();
const { appRouter, createCaller } = await import("./app-router.ts");

let world: Importing;
let guests: Context[];
let others: Record<string, string>;

beforeAll(async () => {
  world = await Importing.open();
  const shared = (await world.upload({ experiment: "Shown" })).answer.run.id;
  const hidden = (await world.upload({ experiment: "Shown" })).answer.run.id;
  const next = (await world.upload({ experiment: "Theirs" }, undefined, { ctx: world.foreign.owner })).answer
    .run.id;
  const { id: peakDay } = await createPeakDay({
    ctx: world.home.owner,
    input: {
      body: {
        service: "checkout",
        name: "Sale",
        timeZone: "UTC",
        eventName: "doors open",
        startsAt: "2026-11-27T00:00",
        endsAt: "2026-11-28T00:00",
        eventAt: "2026-11-27T08:00",
      },
      webUrl: "http://localhost",
    },
  });
  const gameday = await closedGameday();
  guests = [
    await guestOf({ kind: "run", runId: shared }),
    await guestOf({ kind: "peak-day", peakDayId: peakDay }),
    await guestOf({ kind: "readiness", peakDayId: peakDay }),
    await guestOf({ kind: "gameday", gamedayId: gameday }),
    await guestOf({ kind: "rounds", service: "checkout", rounds: ROUNDS }),
  ];
  const { experimentId, serviceId } = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: shared } }),
  );
  others = {
    shared,
    peakDay,
    gameday,
    hidden,
    next,
    experimentId,
    serviceId,
    none: world.test.services.newId(),
  };
});
afterAll(() => world.close());

const ROUNDS = { by: "configuration", key: "round", before: "1", after: "2" } as const;

async function closedGameday(): Promise<string> {
  const ctx = world.home.owner;
  const times = { startsAt: "2020-11-19T20:00", endsAt: "2020-11-19T21:00", timeZone: "UTC" };
  const body = { service: "checkout", name: "Rehearsal", ...times };
  const { id } = await createGameday({ ctx, input: { body, webUrl: "http://localhost" } });
  await closeGameday({ ctx, input: { id, body: {}, webUrl: "http://localhost" } });
  return id;
}

async function guestOf(subject: ShareSubject): Promise<Context> {
  const { path } = await createShare({ ctx: world.home.owner, input: { subject } });
  const opened = await openShare({
    services: world.test.services,
    input: {
      secret: path.slice("/share/".length),
      proof: null,
      signingSecret: Buffer.from(TEST_SECRET),
      counted: true,
    },
  });
  if (opened.state !== "open") throw new Error("the link is locked");
  return opened.ctx;
}

/** Inputs with every name that procedures use for an id, all set to one id. */
const inputsOf = (id: string): unknown[] => {
  const subject = { kind: "run", runId: id };
  const names = ["runId", "experimentId", "serviceId", "tokenId", "personId", "shareId", "commentId", "id"];
  const ofDay = { subject: { kind: "peak-day", peakDayId: id } };
  const ofReport = { subject: { kind: "readiness", peakDayId: id } };
  const ofGameday = { subject: { kind: "gameday", gamedayId: id } };
  const named = names.map((name) => ({ [name]: id }));
  return [{ runIds: [id, id] }, { subject }, ofDay, ofReport, ofGameday, ...named];
};

const WITHOUT_ID: readonly unknown[] = [
  undefined,
  { text: "" },
  { search: "" },
  { subject: { kind: "rounds", service: "checkout", rounds: ROUNDS } },
  { serviceSlug: "checkout", rounds: ROUNDS },
];

/** Procedures of a person rather than of a workspace. They need a session, and a guest has none. */
const isPersonal = (procedure: string) => procedure.startsWith("account.");

const INVALID = "INVALID";

async function refusalsOf(guest: Context, procedure: string): Promise<Set<string>> {
  const codes = new Set<string>();
  for (const input of WITHOUT_ID) codes.add(await refusalOf(guest, procedure, input));
  const inputs = Object.values(others).map(inputsOf);
  for (const at of inputs[0]?.keys() ?? []) {
    for (const ofOneId of inputs) {
      const code = await refusalOf(guest, procedure, ofOneId[at]);
      codes.add(code);
      // With any other id as well.
      if (code === INVALID) break;
    }
  }
  return codes;
}

/** `INVALID`: the procedure doesn't take such an input, whatever the values in it. */
async function refusalOf(guest: Context, procedure: string, input: unknown): Promise<string> {
  let called: unknown = createCaller({ ctx: guest });
  for (const part of procedure.split(".")) called = Reflect.get(called as object, part);
  try {
    await (called as (given: unknown) => Promise<unknown>)(input);
    return "ANSWERED";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return isOfShape(error.cause) ? INVALID : error.code;
  }
}

function isOfShape(cause: unknown): boolean {
  if (cause instanceof ZodError) return true;
  if (!isHeadroomError(cause)) return false;
  return cause.code === "parameter-missing" || cause.message.startsWith("Unknown parameter");
}

describe("a guest with a share link", () => {
  it.each([
    ["run", 0],
    ["peak day", 1],
    ["readiness report", 2],
    ["gameday", 3],
    ["rounds", 4],
  ])("is refused by every procedure, even for the %s that the link shows", async (_, at) => {
    const guest = guests[at];
    if (guest === undefined) throw new Error("there is no such guest");
    const said = new Map<string, Set<string>>();
    for (const procedure of Object.keys(appRouter._def.procedures)) {
      if (isPersonal(procedure)) continue;
      said.set(procedure, await refusalsOf(guest, procedure));
    }
    expect(said.size).toBeGreaterThan(20);
    const letIn = [...said].filter(([, codes]) => ![...codes].every((code) => REFUSALS.has(code)));
    expect(letIn).toEqual([]);
    // If all inputs had been invalid, the test would have proved nothing.
    const tried = [...said].filter(([, codes]) => codes.has("NOT_FOUND"));
    expect(tried.length).toBeGreaterThan(10);
  });
});

/** The input is invalid for the procedure, or a guest may not see the thing. */
const REFUSALS = new Set(["NOT_FOUND", "BAD_REQUEST", INVALID]);
