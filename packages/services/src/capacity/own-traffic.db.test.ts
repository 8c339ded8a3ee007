import { LIVE_TRAFFIC } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { capacityOf, readServiceFacts } from "../readiness/service-facts.ts";
import { readServiceCapacity } from "./service-capacity.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const DAY_MILLIS = 86_400_000;

it("a peak day's own traffic is no proof of it, and that of another day is", async () => {
  await savePeakExperiment(world, "Mix");
  const tested = await uploadRun(world, { experiment: "Mix", millis: 50, perSecond: 10, daysAgo: 3 });
  const kept = await uploadRun(world, { experiment: "Mix", millis: 50, perSecond: 20, daysAgo: 2 });
  const { startedAt, serviceId } = await world.inHome((tx) =>
    tx.prisma.run.update({ where: { id: kept.id }, data: { tool: LIVE_TRAFFIC } }),
  );
  const start = startedAt?.getTime() ?? 0;
  /** As its page shows it, and as its readiness does. */
  const proofOn = (from: number, to: number) =>
    world.inHome(async (tx) => {
      const peakDay = { startsAt: new Date(from), endsAt: new Date(to) };
      const at = { serviceId, workspaceId: world.home.workspaceId, now: new Date(), peakDay };
      const found = await readServiceCapacity(tx, at);
      const ready = capacityOf(
        await readServiceFacts(tx, { ...world.home.viewer, clock: () => at.now }, { serviceId, peakDay }),
      );
      const runs = [
        found.proven ? found.run.id : null,
        ready.state === "unproven" ? null : ready.lowest.run.id,
      ];
      expect(runs[1]).toBe(runs[0]);
      return runs[0];
    });
  expect(await proofOn(start - DAY_MILLIS / 2, start + DAY_MILLIS / 2)).toBe(tested.id);
  expect(await proofOn(start + DAY_MILLIS, start + 2 * DAY_MILLIS)).toBe(kept.id);
  await world.inHome((tx) => tx.prisma.run.update({ where: { id: kept.id }, data: { tool: "k6" } }));
  expect(await proofOn(start - DAY_MILLIS / 2, start + DAY_MILLIS / 2)).toBe(kept.id);
});
