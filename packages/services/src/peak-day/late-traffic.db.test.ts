import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { createPeakDay } from "./create.ts";
import { freezeDay } from "../testing/freeze-day.ts";
import { getPeakDay } from "./get.ts";
import { freezePastPeakDays } from "./queue-freeze.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

// The clock of this test is far ahead: all traffic is counted long after it was accepted.
it("a frozen day whose traffic is counted later is frozen again", async () => {
  const { home, test } = traffic.world;
  const from = now() - 1_200;
  const deliver = (service: string, second: number) =>
    traffic.deliver(service, [
      bodyOf([
        { second, value: 20 },
        { second: second + 1, value: 20 },
      ]),
    ]);
  await deliver("Late", from + 60);
  const times = { startsAt: iso(from), endsAt: iso(from + 600), eventAt: iso(from) };
  const body = { service: "late", name: "Sale", timeZone: "UTC", eventName: "start", ...times };
  const ctx = { ...home.owner, clock: () => new Date(from * 1_000) };
  const { id } = await createPeakDay({ ctx, input: { body, webUrl } });
  const freeze = async () => {
    const queued = await freezePastPeakDays({ services: test.services });
    const { workspaceId } = home;
    if (queued > 0) await freezeDay({ services: test.services, workspaceId, peakDayId: id, keepDays });
    const { frozen } = await getPeakDay({ ctx: home.viewer, input: { id, webUrl } });
    return { queued, requests: frozen?.summary.requests };
  };
  expect(await freeze()).toEqual({ queued: 1, requests: 2 });
  expect(await freeze()).toEqual({ queued: 0, requests: 2 });
  await deliver("Late", from + 300);
  expect(await freeze()).toEqual({ queued: 1, requests: 4 });
  // Outside the day, and of another service.
  await deliver("Late", from + 900);
  await deliver("Other", from + 300);
  expect(await freeze()).toEqual({ queued: 0, requests: 4 });
});
