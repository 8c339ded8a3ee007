import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TRPCError } from "@trpc/server";
import { createShare, openShare, type Context } from "@headroom/services";
import { Importing } from "@headroom/services/testing";

const SECRET = "a-secret-of-this-test-and-of-nothing-else";
vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
vi.stubEnv("HEADROOM_SECRET", SECRET);
const { appRouter, createCaller } = await import("./app-router.ts");

let world: Importing;
let guest: Context;
let shared: string;
let others: Record<string, string>;

beforeAll(async () => {
  world = await Importing.open();
  shared = (await world.upload({ experiment: "Shown" })).answer.run.id;
  const hidden = (await world.upload({ experiment: "Shown" })).answer.run.id;
  const next = (await world.upload({ experiment: "Theirs" }, undefined, { ctx: world.foreign.owner })).answer
    .run.id;
  const { path } = await createShare({
    ctx: world.home.owner,
    input: { subject: { kind: "run", runId: shared } },
  });
  const opened = await openShare({
    services: world.test.services,
    input: {
      secret: path.slice("/share/".length),
      proof: null,
      signingSecret: Buffer.from(SECRET),
      counted: true,
    },
  });
  if (opened.state !== "open") throw new Error("the link is locked");
  guest = opened.ctx;
  const { experimentId, serviceId } = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: shared } }),
  );
  others = { shared, hidden, next, experimentId, serviceId, none: world.test.services.newId() };
});
afterAll(() => world.close());

/** Inputs with every name that procedures use for an id, all set to one id. */
const inputsOf = (id: string): unknown[] => {
  const subject = { kind: "run", runId: id };
  const names = ["runId", "experimentId", "serviceId", "tokenId", "personId", "shareId", "commentId", "id"];
  return [undefined, { text: "" }, { search: "" }, { runIds: [id, id] }, { subject }].concat(
    names.map((name) => ({ [name]: id })) as never[],
  );
};

/** Procedures of a person rather than of a workspace. They need a session, and a guest has none. */
const isPersonal = (procedure: string) => procedure.startsWith("account.");

async function refusalOf(procedure: string, input: unknown): Promise<string> {
  let called: unknown = createCaller({ ctx: guest });
  for (const part of procedure.split(".")) called = Reflect.get(called as object, part);
  try {
    await (called as (given: unknown) => Promise<unknown>)(input);
    return "ANSWERED";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.code;
  }
}

describe("a guest with a share link", () => {
  it("is refused by every procedure, even for the run that the link shows", async () => {
    const said = new Map<string, Set<string>>();
    for (const procedure of Object.keys(appRouter._def.procedures)) {
      if (isPersonal(procedure)) continue;
      const codes = new Set<string>();
      for (const id of Object.values(others))
        for (const input of inputsOf(id)) codes.add(await refusalOf(procedure, input));
      said.set(procedure, codes);
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
const REFUSALS = new Set(["NOT_FOUND", "BAD_REQUEST"]);
