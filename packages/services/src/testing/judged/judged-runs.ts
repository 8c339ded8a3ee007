import { saveExperiment } from "../../experiment/save.ts";
import { deleteRun } from "../../run/edit/delete.ts";
import { judgeRunAgain } from "../../run/judge/judge-again.ts";
import { getRunVerdict } from "../../run/judgement/get-verdict.ts";
import { closeSilentRuns } from "../../run/live/close-silent.ts";
import { reparseRun } from "../../run/reparse/reparse.ts";
import { workReparse } from "../../run/reparse/work-reparse.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { TEST_IMPORT_LIMITS, TEST_WEB_URL as webUrl } from "../importing.ts";
import type { Importing } from "../importing.ts";
import { batchOf, LiveClient } from "../live.ts";
import { sampleSource } from "../sample-source.ts";
import type { Sample } from "../sample-source.ts";
import { failing, halved, relabelled, slowed, sparse, withLabel } from "./change-samples.ts";
import type { JudgedCase } from "./judged-answers.ts";
import { KEEPER, Making, totalsSource } from "./making.ts";
import type { Parameters } from "./making.ts";

/** Every run meets it. */
const HELD = "p99 <= 5 s";
const SLOW_LABEL = "GET /search";
const SILENT_SECONDS = 600;

type Ids = Partial<Record<JudgedCase, string>>;

/** The runs of the tests of doors, decided as the product decides them: what each shows is in `JUDGED`. */
export async function makeJudgedRuns(importing: Importing): Promise<Record<JudgedCase, string>> {
  const making = new Making(importing);
  return {
    ...(await withoutBaseline(making)),
    ...(await againstLevel(making)),
    ...(await withoutTargets(making)),
    ...(await againstSetBaseline(making)),
    ...(await changedLater(making)),
    ...(await live(making)),
  };
}

async function withoutBaseline(making: Making) {
  const totals = (name: string, millis: number) =>
    totalsSource(name, { p50: 41_000, p95: 110_000, p99: millis * 1_000 });
  return {
    "the first run": await making.run("First", making.samples(), { target: [HELD] }),
    "too few earlier runs": await making.run("First", making.samples(1.6)),
    "the first run, no targets": await making.run("Bare", making.samples()),
    "misses a target": await making.run("Missing", making.samples(), { target: ["p99 <= 1 ms"] }),
    "unsure of a target": await making.run("Doubted", making.samples(), { target: ["p99.99 <= 400 ms"] }),
    "an outage": await making.run("Outage", failing(making.samples(), 60), { target: [HELD] }),
    "the first run, relative target": await making.run("Relative", making.samples(), {
      target: ["p99 <= baseline + 10%"],
    }),
    "a later run, relative target": await making.run("Relative", making.samples()),
    "totals only": await making.run("Totals", totals("met", 160), { target: ["p99 <= 200 ms"] }),
    "totals only, misses a target": await making.run("Totals", totals("missed", 240)),
  } satisfies Ids;
}

/** Each of a branch of its own, so that all are compared with the same run. */
async function againstLevel(making: Making) {
  await making.level("Level", { target: [HELD], branch: "main" });
  let branches = 0;
  const run = (samples: readonly Sample[], more: Parameters = {}) =>
    making.run("Level", samples, { branch: `topic-${++branches}`, ...more });
  const others = { "GET /cart": "GET /basket", [SLOW_LABEL]: "GET /find" };
  return {
    good: await run(making.samples()),
    "slower everywhere": await run(making.samples(1.6)),
    "one label slower": await run(slowed(making.samples(), SLOW_LABEL, 2)),
    "faster, but one label slower": await run(slowed(making.samples(0.5), SLOW_LABEL, 4)),
    "faster everywhere": await run(making.samples(0.6)),
    "more errors": await run(failing(making.samples(), 5)),
    "less throughput": await run(sparse(making.samples(), 0.5)),
    "a new label": await run(withLabel(making.samples(), "GET /new")),
    "a missing label": await run(relabelled(making.samples(), { [SLOW_LABEL]: "GET /cart" })),
    "misses a target and regressed": await run(making.samples(1.6), { target: ["p99 <= 50 ms"] }),
    "unsure of a target and regressed": await run(making.samples(1.6), { target: ["p99.99 <= 700 ms"] }),
    "not comparable": await run(relabelled(making.samples(), others)),
    "an outage after good runs": await run(failing(making.samples(), 60)),
    simulated: await run(making.samples(1.6), { simulated: "true" }),
    "simulated, misses a target": await run(making.samples(), { simulated: "true", target: ["p99 <= 1 ms"] }),
    "slower on the default branch": await run(making.samples(1.6), { branch: "main" }),
  } satisfies Ids;
}

async function withoutTargets(making: Making) {
  await making.level("Untargeted", { branch: "main" });
  const varied = (kept: number) => sparse(making.samples(2 - kept), kept);
  for (const kept of [1, 0.6, 0.9, 0.5]) await making.run("Varied", varied(kept));
  return {
    "no targets": await making.run("Untargeted", making.samples(), { branch: "main" }),
    "no targets, faster": await making.run("Untargeted", making.samples(0.6), { branch: "faster" }),
    "no targets, slower": await making.run("Untargeted", slowed(making.samples(1.6), "GET /cart", 1.25), {
      branch: "slower",
    }),
    "runs that vary": await making.run("Varied", varied(0.8)),
  } satisfies Ids;
}

async function againstSetBaseline(making: Making) {
  const fixed = await making.run("Fixed", making.samples(), { target: [HELD] });
  await making.setBaseline(fixed);
  const down = await making.run("Down", failing(making.samples(), 60), { target: [HELD] });
  await making.setBaseline(down);
  const made = await making.run("Made up", making.samples(), { target: [HELD], simulated: "true" });
  await making.setBaseline(made);
  return {
    "the baseline": fixed,
    "a set baseline": await making.run("Fixed", making.samples()),
    "an outage as baseline": await making.run("Down", making.samples()),
    "a simulated baseline": await making.run("Made up", making.samples()),
  } satisfies Ids;
}

/** Each was answered before what it is judged by changed. */
async function changedLater(making: Making) {
  return {
    "its baseline was deleted": await baselineDeleted(making),
    "its target was edited": await targetEdited(making),
    "its file was parsed again": await parsedAgain(making),
    "its second generator came later": await secondGenerator(making),
  } satisfies Ids;
}

async function baselineDeleted(making: Making): Promise<string> {
  const { importing } = making;
  const first = await making.run("Deleted", making.samples());
  const second = await making.run("Deleted", making.samples());
  await deleteRun({ ctx: importing.home.owner, input: { runId: first } });
  await importing.decideAll();
  return second;
}

async function targetEdited(making: Making): Promise<string> {
  const { importing } = making;
  const ctx = importing.home.owner;
  const runId = await making.run("Edited", making.samples(), { target: [HELD] });
  const body = { service: "Checkout", experiment: "Edited", targets: ["p99 <= 100 ms"] };
  await saveExperiment({ ctx, input: { body, webUrl } });
  await judgeRunAgain({ ctx, input: { runId, webUrl } });
  await importing.decideAll();
  return runId;
}

async function parsedAgain(making: Making): Promise<string> {
  const { importing } = making;
  const ctx = importing.home.owner;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
  const target = { target: ["p99 <= 300 ms"] };
  const file = sampleSource(making.samples());
  const runId = await making.upload("Parsed", file, target, { keptFile: KEEPER });
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: false } });
  await importing.decide(runId);
  await reparseRun({ ctx, input: { runId, webUrl, hasStore: true } });
  const { id: reparseId } = await importing.inHome((tx) => tx.prisma.reparse.findFirstOrThrow());
  const parsed = sampleSource(making.samples(3));
  await workReparse({
    services: importing.test.services,
    uploads: importing.uploads,
    job: importing.job({ reparseId }),
    openFile: async () => ({ source: { ...parsed, digest: () => file.digest() }, close: () => undefined }),
    limits: TEST_IMPORT_LIMITS,
    webUrl,
  });
  await importing.decideAll();
  return runId;
}

async function secondGenerator(making: Making): Promise<string> {
  const { importing } = making;
  const [early, late] = [making.samples(), making.samples(3)];
  const shard = (generator: string) => ({ run: "two", generator, target: ["p99 <= 300 ms"] });
  const runId = await making.run("Shards", halved(early, 0), shard("a"));
  // CI doesn't wait for the other one.
  await getRunVerdict({ ctx: importing.home.viewer, input: { runId, parameters: {}, webUrl } });
  const second = late.map((one, at) => ({
    ...one,
    completedAtMicros: early[at]?.completedAtMicros ?? one.completedAtMicros,
  }));
  await making.run("Shards", halved(second, 1), shard("b"));
  await decideWaiting(importing);
  return runId;
}

/** Nobody says how many generators the runs have, so they wait for more of them for a minute. */
async function decideWaiting(importing: Making["importing"]): Promise<void> {
  const waited = "update run_notice set queued_at = now() - interval '2 minutes' where outcome is null";
  await importing.inHome((tx) => tx.query(waited));
  await importing.decideAll();
}

async function live(making: Making) {
  const { importing } = making;
  const client = new LiveClient(importing);
  const begin = async (experiment: string, samples: readonly Sample[], target: string) => {
    const first = samples[0]?.completedAtMicros ?? 0;
    const origin = Math.floor(first / 1e6);
    const runId = await client.open({ experiment, origin, target: [target] });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    return runId;
  };
  const interrupted = await begin("Interrupted", making.samples(), HELD);
  const missed = await begin("Interrupted and missed", making.samples(), "p99 <= 1 ms");
  // The first time, it asks whether everything is counted.
  for (let at = 0; at < 2; at++) {
    importing.test.pass(SILENT_SECONDS + 1);
    await closeSilentRuns({
      services: importing.test.services,
      uploads: importing.uploads,
      intake: importing.intake,
      input: { silentSeconds: SILENT_SECONDS, limits: TEST_IMPORT_LIMITS, webUrl },
    });
    await importing.counted();
  }
  await decideWaiting(importing);
  return {
    interrupted,
    "interrupted, misses a target": missed,
    "still receiving": await begin("Receiving", making.samples(), HELD),
  } satisfies Ids;
}
