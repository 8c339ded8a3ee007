import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asSuperuser } from "@headroom/db/testing";
import { Importing } from "../testing/index.ts";
import { OwnClock } from "./own-clock.ts";
import { startReporting } from "./report-process.ts";

const command = join(import.meta.dirname, "../../../db/src/workspaces-command.ts");

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

async function list(adminUrl: string): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: world.test.url,
    HEADROOM_DATABASE_ADMIN_URL: adminUrl,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
  return stdout;
}

it("every workspace is listed with what it uploaded, stores and asked for", async () => {
  const { home, foreign, test } = world;
  await world.upload({ service: "Shop", experiment: "Mix" });
  const nobody = { requests: 1, refused: 1, bytes: 0 };
  const sent = { [home.workspaceId]: { requests: 12_000, refused: 3, bytes: 90 }, others: nobody };
  const reports = [1, 2].map(() =>
    startReporting(test.services, {
      kind: "ingest",
      startedAt: new Date(),
      restartedAfter: undefined,
      ownClock: new OwnClock(test.services),
      sent: () => sent,
    }),
  );
  // Each of two processes counts its own.
  await expect.poll(() => list(asSuperuser(test.url)), { timeout: 20_000 }).toContain("24,000 requests");
  const [first = "", ...others] = (await list(asSuperuser(test.url))).trim().split("\n");
  expect(first.replace(/\d+ jobs/, "some jobs").replace(/[\d.]+ kB stored/, "some kB stored")).toMatch(
    new RegExp(
      `^home \\(${home.workspaceId}\\): some kB stored; 1 uploads with 6,000 samples \\([^)]+\\) in 30 days; ` +
        "24,000 requests \\(6 refused\\) since ingest started; some jobs waiting$",
    ),
  );
  expect(others).toEqual([
    `foreign (${foreign.workspaceId}): 0 B stored; 0 uploads with 0 samples (0 B) in 30 days; no requests since ingest started; 0 jobs waiting`,
  ]);
  for (const report of reports) await report.stop();
}, 60_000);

it("a role that doesn't see all rows is refused, rather than shown none", async () => {
  await expect(list(world.test.url)).rejects.toThrow(/does not see all rows/);
});
