import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peakDayAnswer } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { headroom } from "@headroom/cli/testing";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const MIDNIGHT = Date.UTC(2025, 10, 28) / 1_000;

let world: TestApp;
let folder: string;
let token: string;
let id: string;
beforeAll(async () => {
  world = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), "headroom-cli-"));
  const input = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  token = (await createToken({ ctx: world.home.owner, input })).secret;
  const headers = { authorization: `Bearer ${token}` };
  const payload = "timeStamp,elapsed,label,success\n1795200000000,100,Home,true\n";
  await world.app.inject({ method: "POST", url: "/v1/runs?service=Shop&experiment=Mix", headers, payload });
  const day = { startsAt: "2025-11-28T00:00", endsAt: "2025-11-29T00:00", timeZone: "UTC" };
  const event = { eventName: "doors open", eventAt: "2025-11-28T08:00" };
  const made = await world.app.inject({
    method: "POST",
    url: "/v1/peak-days",
    headers,
    payload: { service: "shop", name: "Black Friday 2025", ...day, ...event },
  });
  ({ id } = peakDayAnswer.parse(made.json()));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const run = (...args: string[]) =>
  headroom(args, { env: { HEADROOM_URL: world.address, HEADROOM_TOKEN: token } });

describe("headroom peak-day", () => {
  it("lists peak days with their IDs", async () => {
    expect(await run("peak-day", "list")).toMatchObject({
      code: 0,
      stdout: `${id}  2025-11-28  Black Friday 2025, Shop\n`,
    });
    expect(await run("peak-day", "list", "--service", "nowhere")).toMatchObject({ code: 3 });
  });

  it("shows what it understands of a file, asks for the unit, and imports it", async () => {
    const file = join(folder, "2025.csv");
    const rows = [600, 2_400, 1_200].map((value, at) => `${MIDNIGHT + at * 600},${value}`);
    writeFileSync(file, ["time,requests", ...rows].join("\n"));
    const preview = await run("peak-day", "import", id, file, "--preview");
    expect(preview.stdout).toContain("unit    per-minute: a peak of 40.0 req/s");
    expect(preview.stdout).toContain("Nothing was stored.");
    const asked = await run("peak-day", "import", id, file);
    expect(asked).toMatchObject({ code: 2 });
    expect(asked.stderr).toContain("The file doesn't say what its values count.");
    const imported = await run("peak-day", "import", id, file, "--unit", "per-minute");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toContain("Black Friday 2025: 3 points of 10m, peak 40.0 req/s");
  });
});

it("headroom event adds a deploy to a service", async () => {
  const added = await run("event", "--service", "shop", "--at", "2026-11-27T11:02:00Z", "v2.14", "deployed");
  expect(added).toMatchObject({
    code: 0,
    stdout: "Added to shop at 2026-11-27T11:02:00.000Z: v2.14 deployed\n",
  });
  const { stdout } = await run("event", "--service", "shop", "--kind", "note", "--json", "Menu sync");
  expect(JSON.parse(stdout)).toMatchObject({ events: [{ kind: "note", title: "Menu sync" }] });
});
