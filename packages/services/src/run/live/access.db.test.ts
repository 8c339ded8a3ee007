import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../context.ts";
import { createToken } from "../../token/create.ts";
import { checkToken } from "../../token/check.ts";
import { Importing, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";
import { steadySamples } from "../../testing/sample-source.ts";
import { getRunAnswer } from "./get-answer.ts";
import { getLiveState } from "./get-state.ts";

let importing: Importing;
let client: LiveClient;
let runId: string;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
  runId = await client.open();
  await client.send(runId, batch);
});
afterAll(() => importing.close());

const UNKNOWN = "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10";
const batch = batchOf(steadySamples({ seconds: 5, perSecond: 10 }), { writer: "a", sequence: 1 });

/** Everything that can be asked of a live run. */
const requests = (ctx: Context, id: string): Promise<unknown>[] => {
  const other = new LiveClient(importing, { ctx });
  return [
    other.send(id, batch),
    other.finish(id),
    getLiveState({ ctx, input: { runId: id } }),
    getRunAnswer({ ctx, input: { runId: id, webUrl: TEST_WEB_URL } }),
  ];
};
const codesOf = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map((one) => (one.status === "rejected" ? one.reason.code : "answered"));
const contextOfToken = async (secret: string) =>
  checkToken({ services: importing.test.services, input: { secret } });

describe("a live run", () => {
  it("is not there for another workspace, as one that does not exist, nor for what is no id", async () => {
    const foreign = await contextOfToken(importing.foreign.ingestToken);
    expect(await codesOf(requests(foreign, runId))).toEqual(Array(4).fill("not-found"));
    expect(await codesOf(requests(client.ctx, UNKNOWN))).toEqual(Array(4).fill("not-found"));
    expect(await codesOf(requests(client.ctx, "live"))).toEqual(Array(4).fill("not-found"));
  });

  it("takes nothing from a viewer or a token that only reads", async () => {
    const reader = await contextOfToken(importing.home.readToken);
    for (const ctx of [reader, importing.home.viewer]) {
      expect(await codesOf(requests(ctx, runId))).toEqual([...Array(3).fill("scope-missing"), "answered"]);
      await expect(new LiveClient(importing, { ctx }).open()).rejects.toThrow(
        expect.objectContaining({ code: "scope-missing" }),
      );
    }
  });

  it("is there for a token that is held to its service, and for no other such", async () => {
    const held = async (service: string) => {
      const open = await client.open({ service });
      const { serviceId } = await importing.inHome(({ prisma }) =>
        prisma.run.findUniqueOrThrow({ where: { id: open } }),
      );
      const { secret } = await createToken({
        ctx: importing.home.owner,
        input: { name: service, scopes: ["ingest", "read"], serviceId },
      });
      return contextOfToken(secret);
    };
    const other = await held("Search");
    expect(await codesOf(requests(other, runId))).toEqual(Array(4).fill("not-found"));
    await expect(new LiveClient(importing, { ctx: other }).open()).rejects.toThrow(
      expect.objectContaining({ code: "scope-missing", field: "service" }),
    );
    const own = await held("Checkout");
    const [sent, , state, answer] = await codesOf(requests(own, runId));
    expect([sent, state, answer]).toEqual(["answered", "answered", "answered"]);
  });

  it("of an uploaded run there is none", async () => {
    const { answer } = await importing.upload({ experiment: "File" });
    const [sent, finished, state] = await codesOf(requests(client.ctx, answer.run.id));
    expect([sent, finished, state]).toEqual(["not-found", "not-found", "not-found"]);
  });
});

describe("opening", () => {
  const keyed = (idempotencyKey: string, parameters: object = {}) =>
    client.open(parameters, { idempotencyKey });

  it("with the same key answers the same run, and refuses another request with it", async () => {
    const id = await keyed("k");
    expect(await keyed("k")).toBe(id);
    await expect(keyed("k", { origin: 1_700_000_000 })).rejects.toThrow(
      expect.objectContaining({ code: "key-reused" }),
    );
    await expect(keyed("k", { notes: "x" })).rejects.toThrow(expect.objectContaining({ code: "key-reused" }));
  });

  it("once more with the key of a run answers that one, at the same time too", async () => {
    const opened = await Promise.all([1, 2, 3].map(() => client.open({ run: "build" })));
    expect(new Set(opened).size).toBe(1);
  });

  it("once more may say more of the run, and judge it by other targets", async () => {
    const run = { run: "more", origin: 1_700_000_000 };
    const id = await client.open({ ...run, target: "p99<=1ms", configuration: "region=eu" });
    await client.open({ ...run, branch: "main", target: "p99<=1s", configuration: "size=l" });
    await client.open(run);
    await client.send(id, batch);
    const { targets } = await client.finish(id);
    expect(targets).toMatchObject([{ threshold: 1, unit: "s" }]);
    const kept = await importing.inHome(({ prisma }) => prisma.run.findUniqueOrThrow({ where: { id } }));
    expect(kept).toMatchObject({ branch: "main", configuration: { region: "eu", size: "l" } });
  });

  it("refuses parameters of files, and targets that cannot be read", async () => {
    await expect(client.open({ tool: "k6" })).rejects.toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "tool" }),
    );
    await expect(client.open({ target: "p99 is fine" })).rejects.toThrow(
      expect.objectContaining({ code: "target-unreadable" }),
    );
    await expect(client.open({ experiment: "" })).rejects.toThrow(
      expect.objectContaining({ code: "parameter-unreadable" }),
    );
  });

  it("is kept with who did it", async () => {
    const actor = client.ctx.actor;
    const entries = await importing.inHome(({ prisma }) =>
      prisma.auditEntry.findMany({ where: { subjectId: runId, action: "run.open" } }),
    );
    expect(entries).toMatchObject([{ actorKind: actor.kind, actorId: actor.id }]);
  });
});
