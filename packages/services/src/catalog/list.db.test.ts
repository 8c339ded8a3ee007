import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { listCatalog } from "./list.ts";

let it_: Importing;
beforeAll(async () => {
  it_ = await Importing.open();
  await it_.upload({ service: "Checkout", experiment: "Mix", target: ["p99 <= 1s"] });
  await it_.upload({ service: "Checkout", experiment: "Mix" });
  await it_.upload({ service: "Search", experiment: "Ramp" });
});
afterAll(() => it_.close());

const names = async (...given: Parameters<typeof listCatalog>) =>
  (await listCatalog(...given)).experiments.map(({ name }) => name);

describe("the catalog", () => {
  it("lists experiments with their latest runs", async () => {
    const { experiments, total } = await listCatalog({ ctx: it_.home.viewer });
    expect(total).toBe(2);
    expect(experiments.find(({ name }) => name === "Mix")).toMatchObject({
      service: { slug: "checkout" },
      runsTotal: 2,
      recentRuns: [{ number: 2 }, { number: 1 }],
    });
  });

  it("finds by words and by service", async () => {
    expect(await names({ ctx: it_.home.viewer, input: { search: "RAM" } })).toEqual(["Ramp"]);
    expect(await names({ ctx: it_.home.viewer, input: { serviceSlug: "checkout" } })).toEqual(["Mix"]);
  });

  it("takes a null character for nothing", async () => {
    expect(await names({ ctx: it_.home.viewer, input: { search: "R\0am" } })).toEqual(["Ramp"]);
    expect(await names({ ctx: it_.home.viewer, input: { serviceSlug: "checkout\0" } })).toEqual(["Mix"]);
  });

  it("shows a token that is held to one service nothing else", async () => {
    const service = await it_.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" } }),
    );
    const ctx = contextOf(it_.test.services, it_.home.workspaceId, {
      kind: "token",
      id: it_.test.services.newId(),
      scopes: ["read"],
      serviceId: service.id,
    });
    expect(await names({ ctx })).toEqual(["Ramp"]);
    expect(await names({ ctx, input: { serviceSlug: "checkout" } })).toEqual([]);
  });

  it("is empty next door, and refused to who may not read", async () => {
    expect(await listCatalog({ ctx: it_.foreign.owner })).toEqual({ experiments: [], total: 0 });
    const ctx = contextOf(it_.test.services, it_.home.workspaceId, {
      kind: "token",
      id: it_.test.services.newId(),
      scopes: ["ingest"],
      serviceId: null,
    });
    await expect(listCatalog({ ctx })).rejects.toMatchObject({ code: "scope-missing" });
  });
});
