import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { addServiceEvents } from "./add.ts";
import { changeServiceEvent, deleteServiceEvent } from "./change.ts";
import { listServiceEvents } from "./list.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Mix" });
  await world.upload({ service: "Search", experiment: "Mix" });
});
afterAll(() => world.close());

const deploy = { at: "2026-11-27T11:02:00Z", kind: "deploy", title: "v2.4.0", url: "https://ci.example/1" };
const add = (body: unknown, ctx = world.home.owner, service = "checkout") =>
  addServiceEvents({ ctx, input: { service, body } });
const list = async (input: object = {}, service = "checkout") =>
  (await listServiceEvents({ ctx: world.home.viewer, input: { service, ...input } })).events;

describe("events of a service", () => {
  it("are added by people and by CI, and say who added them", async () => {
    const { events } = await add([
      deploy,
      { ...deploy, at: "2026-11-27T11:04:00Z", kind: "note", title: "Menu sync", url: null },
    ]);
    expect(events).toMatchObject([
      { title: "v2.4.0", kind: "deploy", by: "Owner", editedAt: null, url: "https://ci.example/1" },
      { title: "Menu sync", kind: "note", by: "Owner", url: null },
    ]);
    const { events: byToken } = await add({ ...deploy, at: "2026-11-27T12:00:00Z" }, world.ci);
    expect(byToken).toMatchObject([{ by: null }]);
    expect((await list()).map(({ at }) => at)).toEqual([
      "2026-11-27T11:02:00.000Z",
      "2026-11-27T11:04:00.000Z",
      "2026-11-27T12:00:00.000Z",
    ]);
  });

  it("are the same if they are sent again", async () => {
    const before = await list();
    const { events } = await add(deploy);
    expect(events).toMatchObject([{ id: before.find(({ title }) => title === "v2.4.0")?.id }]);
    expect(await list()).toEqual(before);
  });

  it("are listed for a stretch of time", async () => {
    const range = { from: "2026-11-27T11:30:00Z", to: "2026-11-27T12:30:00Z" };
    expect((await list(range)).map(({ at }) => at)).toEqual(["2026-11-27T12:00:00.000Z"]);
    expect(await list({}, "search")).toEqual([]);
  });

  it("can be corrected and deleted, which the audit log shows", async () => {
    const { events } = await add({ ...deploy, title: "v2.4.1" });
    const [{ id: eventId } = { id: "" }] = events;
    const named = { service: "checkout", eventId };
    const body = { ...deploy, title: "v2.4.1, rolled back", url: null };
    world.test.pass(1_000);
    const changed = await changeServiceEvent({ ctx: world.home.owner, input: { ...named, body } });
    expect(changed).toMatchObject({ title: "v2.4.1, rolled back", url: null });
    expect(changed.editedAt).not.toBeNull();
    const same = { ...named, body: deploy };
    await expect(changeServiceEvent({ ctx: world.home.owner, input: same })).rejects.toMatchObject({
      code: "conflict",
    });
    await deleteServiceEvent({ ctx: world.home.owner, input: named });
    expect((await list()).map(({ id }) => id)).not.toContain(eventId);
    const entries = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({
        where: { action: { in: ["service.edit-event", "service.delete-event"] } },
      }),
    );
    expect(entries).toHaveLength(2);
  });

  it("are refused as a whole if one can't be read", async () => {
    const before = await list();
    for (const wrong of [{ at: "11:02" }, { kind: "party" }, { title: "" }, { url: "javascript:alert(1)" }])
      await expect(
        add([
          { ...deploy, title: "fine" },
          { ...deploy, ...wrong },
        ]),
      ).rejects.toMatchObject({
        code: "parameter-unreadable",
      });
    await expect(add([])).rejects.toMatchObject({ code: "parameter-unreadable" });
    expect(await list()).toEqual(before);
  });

  it("have an end if they are maintenance, which people enter and CI doesn't", async () => {
    const [at, until] = ["2026-11-27T13:00:00Z", "2026-11-27T14:00:00Z"];
    const body = { at, until, kind: "maintenance", title: "New database" };
    const { events } = await add(body);
    expect(events).toMatchObject([{ kind: "maintenance", until: "2026-11-27T14:00:00.000Z" }]);
    const [{ id: eventId } = { id: "" }] = events;
    const named = { service: "checkout", eventId };
    const input = { ...named, body: { ...body, until: "2026-11-27T15:00:00Z" } };
    const changed = await changeServiceEvent({ ctx: world.home.owner, input });
    expect(changed.until).toBe("2026-11-27T15:00:00.000Z");
    await deleteServiceEvent({ ctx: world.home.owner, input: named });
    await expect(add(body, world.ci)).rejects.toMatchObject({ code: "scope-missing" });
    for (const wrong of [
      { ...body, until: undefined },
      { ...body, until: at },
      { ...body, until: "2026-12-27T14:00:00Z" },
      { ...body, kind: "note" },
    ])
      await expect(add(wrong)).rejects.toMatchObject({ field: expect.stringContaining("until") });
  });

  it("are out of reach for other workspaces, other services' tokens and viewers", async () => {
    const [{ id: eventId } = { id: "" }] = await list();
    const search = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" }, select: { id: true } }),
    );
    const held = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["ingest", "read", "manage"],
      serviceId: search.id,
    });
    for (const ctx of [world.foreign.owner, held]) {
      await expect(add(deploy, ctx)).rejects.toMatchObject({ code: "not-found" });
      const input = { service: "checkout", eventId };
      await expect(deleteServiceEvent({ ctx, input })).rejects.toMatchObject({ code: "not-found" });
    }
    const elsewhere = { service: "search", eventId };
    await expect(deleteServiceEvent({ ctx: held, input: elsewhere })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(add(deploy, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
  });
});
