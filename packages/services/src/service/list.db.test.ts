import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { listServices } from "./list.ts";

let it_: Importing;
beforeAll(async () => {
  it_ = await Importing.open();
  await it_.upload({ service: "Search", experiment: "Ramp" });
  await it_.upload({ service: "Checkout", experiment: "Mix" });
});
afterAll(() => it_.close());

describe("the services of a workspace", () => {
  it("stand by name, and next door there are none", async () => {
    const services = await listServices({ ctx: it_.home.viewer });
    expect(services).toMatchObject([
      { slug: "checkout", name: "Checkout" },
      { slug: "search", name: "Search" },
    ]);
    expect(await listServices({ ctx: it_.foreign.owner })).toEqual([]);
  });

  it("are one for a token that is held to it", async () => {
    const [checkout] = await listServices({ ctx: it_.home.viewer });
    const held = contextOf(it_.test.services, it_.home.workspaceId, {
      kind: "token",
      id: it_.test.services.newId(),
      scopes: ["read"],
      serviceId: checkout?.id ?? null,
    });
    expect(await listServices({ ctx: held })).toEqual([checkout]);
  });
});
