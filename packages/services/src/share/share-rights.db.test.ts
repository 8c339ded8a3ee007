import { afterAll, describe, expect, it } from "vitest";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { revokeShare } from "./revoke.ts";
import { openShareWorld } from "../testing/share-world.ts";

const { world, foreignRun, runAt, subjectOf, share, list } = await openShareWorld();
afterAll(() => world.close());

describe("rights", () => {
  it("to share, see and revoke links are the editors'", async () => {
    const made = await share();
    const reader = await checkToken({
      services: world.test.services,
      input: { secret: world.home.readToken },
    });
    for (const ctx of [world.home.viewer, reader]) {
      await expect(share({}, ctx)).rejects.toMatchObject({ code: "scope-missing" });
      await expect(list(subjectOf(), ctx)).rejects.toMatchObject({ code: "scope-missing" });
      await expect(revokeShare({ ctx, input: { shareId: made.id } })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
  });

  it("end at the workspace: what is next door is not found", async () => {
    const made = await share();
    const ctx = world.foreign.owner;
    for (const attempt of [
      () => share({}, ctx),
      () => list(subjectOf(), ctx),
      () => revokeShare({ ctx, input: { shareId: made.id } }),
      () => share({ subject: { kind: "run", runId: foreignRun } }),
      () => share({ subject: { kind: "comparison", runIds: [runAt(0), foreignRun] } }),
      () => share({ subject: { kind: "run", runId: "not-an-id" } }),
      () => revokeShare({ ctx: world.home.owner, input: { shareId: "not-an-id" } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });

  it("of a token that is held to one service end at that service", async () => {
    const made = await share();
    const other = await world.upload({ service: "Elsewhere", experiment: "Mix" });
    const { serviceId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: other.answer.run.id }, select: { serviceId: true } }),
    );
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "held", scopes: ["manage", "read"], serviceId },
    });
    const ctx = await checkToken({ services: world.test.services, input: { secret } });
    await expect(share({}, ctx)).rejects.toMatchObject({ code: "not-found" });
    await expect(revokeShare({ ctx, input: { shareId: made.id } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(share({ subject: { kind: "run", runId: other.answer.run.id } }, ctx)).resolves.toBeDefined();
  });
});
