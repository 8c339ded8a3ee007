import { DAY_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing } from "../../testing/index.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { retireRuns } from "./retire.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const numbers = () =>
  world.inHome(async (tx) => {
    const runs = await tx.prisma.run.findMany({
      where: { publishedAt: { not: null } },
      orderBy: { number: "asc" },
    });
    return runs.map(({ number }) => number);
  });

describe("runs that were kept long enough", () => {
  it("are deleted where the workspace wants that; the baseline and younger runs stay", async () => {
    const upload = () => world.upload({ service: "Checkout", experiment: "Mix" });
    const { answer: first } = await upload();
    await upload();
    world.test.pass(20 * DAY_SECONDS);
    await upload();
    world.test.pass(11 * DAY_SECONDS);
    await world.inHome((tx) => tx.prisma.experiment.updateMany({ data: { baselineRunId: first.run.id } }));

    expect(await retireRuns({ services: world.test.services })).toBe(0);
    expect(await numbers()).toEqual([1, 2, 3]);

    await updateWorkspaceSettings({ ctx: world.home.owner, input: { keepRunsDays: 30 } });
    expect(await retireRuns({ services: world.test.services })).toBe(1);
    expect(await numbers()).toEqual([1, 3]);
    expect(await retireRuns({ services: world.test.services })).toBe(0);

    const audited = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "run.delete" } }),
    );
    expect(audited).toMatchObject([{ actorKind: "system", detail: { number: 2 } }]);

    await updateWorkspaceSettings({ ctx: world.home.owner, input: { keepRunsDays: null } });
    world.test.pass(400 * DAY_SECONDS);
    expect(await retireRuns({ services: world.test.services })).toBe(0);
  });
});
