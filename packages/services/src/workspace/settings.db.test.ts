import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { getWorkspaceSettings } from "./settings-get.ts";
import { updateWorkspaceSettings } from "./settings-update.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());

const asMade = {
  keepRawFiles: false,
  keepRunsDays: null,
  maxLabels: null,
  maxBadLinesShare: null,
  targetConfidence: null,
  defaultBranch: null,
  afterStep: "unsure",
  capacityFactor: 1.5,
  proofDays: 45,
  proofDeploys: 50,
  peakEnvironment: "production",
  traceUrl: null,
  runAttributes: [],
};
const audited = () =>
  test.db.inWorkspace(home.workspaceId, (tx) =>
    tx.prisma.auditEntry.findMany({ where: { action: "workspace.settings" } }),
  );

describe("the settings of a workspace", () => {
  it("keep no raw files unless an owner wants it, and that is written down once", async () => {
    expect(await getWorkspaceSettings({ ctx: home.viewer })).toEqual({ ...asMade, keepRawFiles: false });
    for (const _ of [1, 2]) {
      const settings = await updateWorkspaceSettings({ ctx: home.owner, input: { keepRawFiles: true } });
      expect(settings).toEqual({ ...asMade, keepRawFiles: true });
    }
    expect(await getWorkspaceSettings({ ctx: home.viewer })).toEqual({ ...asMade, keepRawFiles: true });
    expect(await audited()).toMatchObject([
      {
        actorKind: "person",
        actorId: home.ownerId,
        subjectId: home.workspaceId,
        detail: { keepRawFiles: true },
      },
    ]);
  });

  it("take resource attributes each once, and the same list again is no change", async () => {
    const before = (await audited()).length;
    for (const runAttributes of [
      ["service.version", " host.type ", "host.type"],
      ["service.version", "host.type"],
    ]) {
      const settings = await updateWorkspaceSettings({ ctx: home.owner, input: { runAttributes } });
      expect(settings.runAttributes).toEqual(["service.version", "host.type"]);
    }
    expect((await getWorkspaceSettings({ ctx: foreign.owner })).runAttributes).toEqual([]);
    expect((await audited()).slice(before)).toMatchObject([
      { detail: { runAttributes: ["service.version", "host.type"] } },
    ]);
    await updateWorkspaceSettings({ ctx: home.owner, input: { runAttributes: [] } });
  });

  it("are not for a viewer to change, and never another workspace's", async () => {
    const input = { keepRawFiles: true };
    await expect(updateWorkspaceSettings({ ctx: home.viewer, input })).rejects.toMatchObject({
      code: "scope-missing",
    });
    expect(await getWorkspaceSettings({ ctx: foreign.owner })).toEqual({ ...asMade, keepRawFiles: false });
  });

  it("that are misspelled or of another kind are refused", async () => {
    for (const input of [
      { keepFile: true },
      { keepRawFiles: "yes" },
      { keepRunsDays: 0 },
      { maxLabels: 2.5 },
      { maxBadLinesShare: 1.1 },
      { afterStep: "red" },
      { afterStep: null },
      { runAttributes: Array.from({ length: 51 }, (_, at) => `attribute.${at}`) },
      { runAttributes: ["a=b"] },
      { runAttributes: [""] },
      { runAttributes: ["a".repeat(101)] },
      { runAttributes: null },
      { traceUrl: "javascript:{traceId}" },
      { traceUrl: "https://tempo.example.com/" },
      { traceUrl: "https://tempo.example.com/\0{traceId}" },
      null,
      [],
    ]) {
      await expect(updateWorkspaceSettings({ ctx: home.owner, input })).rejects.toMatchObject({
        code: "parameter-unreadable",
      });
    }
  });

  it("leave alone what they do not know", async () => {
    await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.workspace.update({
        where: { id: home.workspaceId },
        data: { settings: { keepRawFiles: false, later: "version" } },
      }),
    );
    await updateWorkspaceSettings({ ctx: home.owner, input: { keepRawFiles: true } });
    const stored = await test.db.inWorkspace(home.workspaceId, (tx) =>
      tx.prisma.workspace.findUnique({ where: { id: home.workspaceId }, select: { settings: true } }),
    );
    expect(stored).toEqual({ settings: { keepRawFiles: true, later: "version" } });
  });
});
