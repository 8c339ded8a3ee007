import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, TEST_IMPORT_LIMITS } from "../testing/index.ts";
import { limitsOfWorkspace } from "./limits.ts";
import { updateWorkspaceSettings } from "./settings-update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const server = { ...TEST_IMPORT_LIMITS, labels: 100, badLinesShare: 0.01 };
const limits = async (input: object) => {
  await updateWorkspaceSettings({ ctx: world.home.owner, input });
  const { labels, badLinesShare } = await world.inHome((tx) =>
    limitsOfWorkspace(tx, world.home.workspaceId, server),
  );
  return { labels, badLinesShare };
};

describe("the limits of a workspace", () => {
  it("are the server's, or tighter, and never wider", async () => {
    expect(await limits({})).toEqual({ labels: 100, badLinesShare: 0.01 });
    expect(await limits({ maxLabels: 5, maxBadLinesShare: 0 })).toEqual({ labels: 5, badLinesShare: 0 });
    expect(await limits({ maxLabels: 500, maxBadLinesShare: 0.5 })).toEqual({
      labels: 100,
      badLinesShare: 0.01,
    });
    expect(await limits({ maxLabels: null, maxBadLinesShare: null })).toEqual({
      labels: 100,
      badLinesShare: 0.01,
    });
  });

  it("hold for what is uploaded: labels past them are counted under (other), with a warning", async () => {
    await updateWorkspaceSettings({ ctx: world.home.owner, input: { maxLabels: 1 } });
    const { answer } = await world.upload({ service: "Checkout", experiment: "Mix" });
    expect(answer.summary.labels.map(({ label }) => label)).toContain("(other)");
    expect(answer.warnings.map(({ code }) => code)).toContain("label-limit");
  });
});
