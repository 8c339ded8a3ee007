import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing } from "@headroom/services/testing";
import { stubEnv } from "./testing/stub-env.ts";

stubEnv();
const { createCaller } = await import("./app-router.ts");

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

it("an address of a private network can't be saved, in the words of the API", async () => {
  const call = createCaller({ ctx: world.home.owner });
  const refused = {
    message: "This server sends webhooks to public addresses only, and this one is private.",
  };
  const url = "http://10.0.0.1/hook";
  const channel = { name: "Ops", kind: "webhook", events: ["run.finished"], service: null } as const;
  await expect(call.notification.create({ ...channel, events: ["run.finished"], url })).rejects.toMatchObject(
    refused,
  );
  const made = { ...channel, events: ["run.finished" as const], url: "https://hooks.example/a" };
  const { id, version } = await call.notification.create(made);
  await expect(call.notification.update({ ...made, id, version, url })).rejects.toMatchObject(refused);

  await world.upload({ experiment: "Steady" });
  const slo = await call.slo.create({
    service: "checkout",
    name: "Shop",
    objectivePercent: 99,
    window: { kind: "rolling", days: 7 },
  });
  await expect(call.slo.setAlert({ id: slo.id, webhookUrl: url })).rejects.toMatchObject(refused);
});
