import { expect, vi } from "vitest";
import { createShare, createToken, updateWorkspaceSettings } from "@headroom/services";
import { jtl } from "./jtl.ts";
import type { TestApp } from "./test-app.ts";
import { trustJobs } from "./trust-jobs.ts";

/** On a machine that is busy with other work. */
export const SOON = { timeout: 20_000 };
const SECOND = 1_772_445_600;

export interface Filled {
  token: string;
  runs: string[];
  peakDay: string;
  experiment: string;
  gameday: string;
  slo: string;
  channel: string;
  delivery: string;
  live: string;
}

export const senderOf =
  ({ app }: TestApp, token: string) =>
  async (method: "GET" | "POST", url: string, payload?: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };

/** A bit of everything in the home workspace. */
export async function fillWorkspace(world: TestApp): Promise<Filled> {
  const ctx = world.home.owner;
  const input = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  const token = (await createToken({ ctx, input })).secret;
  const send = senderOf(world, token);
  const sendRun = async (query: string, payload?: string) =>
    ((await send("POST", `/v1/runs${query}`, payload))["run"] as { id: string }).id;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
  const upload = "?service=Shop&experiment=Mix&target=p95%3C%3D500ms&generator=a";
  const runs = [await sendRun(upload, jtl({ rows: 400 })), await sendRun(upload, jtl({ rows: 500 }))];
  const at = `/v1/runs/${runs[0]}`;
  const { id: experiment } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.experiment.findFirstOrThrow({ where: { name: "Mix" }, select: { id: true } }),
  );
  await send("POST", `${at}/gauges`, `timestamp,cpu\n${SECOND},50\n${SECOND + 5},60\n`);
  await send("POST", `${at}/events`, '[{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}]');
  await send(
    "POST",
    "/v1/services/shop/events",
    '{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}',
  );
  const day = { startsAt: "2026-11-27T00:00", endsAt: "2026-11-28T00:00", timeZone: "UTC" };
  const event = { eventName: "doors open", eventAt: "2026-11-27T08:00" };
  const made = { service: "shop", name: "Black Friday", ...day, ...event };
  const peakDay = (await send("POST", "/v1/peak-days", JSON.stringify(made)))["id"] as string;
  const window = { startsAt: "2026-11-20T18:00", endsAt: "2026-11-20T20:00", timeZone: "UTC" };
  const steps = [{ experiment: "Mix" }, { title: "Kill one instance" }];
  const rehearsal = JSON.stringify({ service: "shop", name: "Rehearsal", peakDay, ...window, steps });
  const gameday = (await send("POST", "/v1/gamedays", rehearsal))["id"] as string;
  const finding = { title: "Alert was late", severity: "low" };
  await send("POST", `/v1/gamedays/${gameday}/findings`, JSON.stringify(finding));
  await send("POST", `/v1/gamedays/${gameday}/close`, "{}");
  const objective = { objectivePercent: 99.9, latencyMs: 300, window: { kind: "rolling", days: 30 } };
  const promise = JSON.stringify({ service: "shop", name: "Fast", ...objective });
  const slo = (await send("POST", "/v1/slos", promise))["id"] as string;
  const hook = { name: "CI", kind: "webhook", url: "https://hooks.example/a", events: ["run.finished"] };
  const channel = (await send("POST", "/v1/channels", JSON.stringify(hook)))["id"] as string;
  const delivery = (await send("POST", `/v1/channels/${channel}/test`))["id"] as string;
  await trustJobs(world, "https://gitlab.com", { project_path: "us/shop" });
  await createShare({
    ctx,
    input: { subject: { kind: "run", runId: runs[0] ?? "" }, passphrase: "open sesame" },
  });
  // What jobs have done by then, as far as there is nothing to compare with.
  for (const run of runs) await send("GET", `/v1/runs/${run}/verdict`);
  await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
    tx.prisma.runNotice.updateMany({ data: { outcome: "fine" } }),
  );
  const live = await sendRun("/live?service=Shop&experiment=Live");
  const cell = { label: 0, step: 1, second: SECOND, requests: 2, errors: 1, distribution: { kind: "none" } };
  const figures = { items: 2, bytes: 10, sumMicros: 3_000, minMicros: 1_000, maxMicros: 2_000 };
  for (const sequence of [1, 2]) {
    const cells = [{ ...cell, ...figures, second: SECOND + sequence }];
    const labels = [{ name: "GET /cart" }];
    await send("POST", `/v1/runs/${live}/cells`, JSON.stringify({ writer: "w", sequence, labels, cells }));
  }
  await vi.waitFor(async () => {
    expect((await send("GET", `/v1/runs/${live}`))["summary"]).toMatchObject({ requests: 4 });
  }, SOON);
  return { token, runs, peakDay, experiment, gameday, slo, channel, delivery, live };
}
