import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { getService } from "./get.ts";
import { listServices } from "./list.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Search", experiment: "Ramp" });
  await world.upload({ service: "Checkout", experiment: "Mix" });
});
afterAll(() => world.close());

describe("the services of a workspace", () => {
  it("stand by name, and next door there are none", async () => {
    const services = await listServices({ ctx: world.home.viewer });
    expect(services).toMatchObject([
      { slug: "checkout", name: "Checkout" },
      { slug: "search", name: "Search" },
    ]);
    expect(await listServices({ ctx: world.foreign.owner })).toEqual([]);
  });

  it("are one for a token that is held to it", async () => {
    const [checkout] = await listServices({ ctx: world.home.viewer });
    const held = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["read"],
      serviceId: checkout?.id ?? null,
    });
    expect(await listServices({ ctx: held })).toEqual([checkout]);
    const get = (ctx: Context, service: string) => getService({ ctx, input: { service } });
    expect(await get(held, "checkout")).toEqual({
      slug: "checkout",
      name: "Checkout",
      experiments: 1,
      slos: 0,
    });
    await expect(get(held, "search")).rejects.toMatchObject({ code: "not-found" });
    await expect(get(world.foreign.owner, "checkout")).rejects.toMatchObject({ code: "not-found" });
  });
});
