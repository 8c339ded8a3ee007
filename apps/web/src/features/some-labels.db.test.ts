import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SOME_LABELS_WORDS } from "@headroom/core";
import { openBadge, setBadge } from "@headroom/services";
import { Importing, sampleSource } from "@headroom/services/testing";
import { prepareCatalog } from "./catalog/prepare-catalog.ts";
import { readCatalogQuery } from "./catalog/search-params.ts";
import { prepareRunRows } from "./experiment/prepare-experiment.ts";
import { prepareHead } from "./experiment/prepare-head.ts";
import { PLAIN_ROWS } from "./experiment/testing/plain-rows.ts";
import { prepareFirstRun } from "./first-run/prepare-first-run.ts";
import { prepareLatest } from "./overview/prepare-latest.ts";
import { preparePalette } from "./palette/prepare-palette.ts";
import { stubEnv } from "../server/testing/stub-env.ts";

stubEnv();
const { createCaller } = await import("../server/app-router.ts");

const START = 1_700_000_000;
const samplesFrom = (day: number) =>
  Array.from({ length: 600 }, (_, at) => ({
    label: at % 5 === 0 ? "setup" : "GET /cart",
    completedAtMicros: (START + day * 86_400 + at / 5) * 1e6,
    latencyMicros: 20_000,
  }));
const now = new Date(Date.UTC(2100, 0, 2));

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
}, 60_000);
afterAll(() => world.close());

/** Which places mark the run. */
async function marksOf(experiment: string, filter: { "except-label"?: string[] }) {
  const parameters = { experiment, target: ["p99 <= 200 ms"], ...filter };
  const { answer } = await world.upload(
    parameters,
    sampleSource(samplesFrom(filter["except-label"] === undefined ? 1 : 0)),
  );
  await world.decideAll();
  const { id: runId } = answer.run;
  const caller = createCaller({ ctx: world.home.owner });
  const query = readCatalogQuery({});
  const { groups } = prepareCatalog({ page: await caller.catalog.list(query), query, now });
  const row = groups.flatMap(({ rows }) => rows).find(({ last }) => last?.runId === runId);
  const experimentId = row?.id ?? "";
  const { runs } = await caller.experiment.runs({ experimentId, page: 1 });
  const detail = await caller.experiment.get({ experimentId });
  const found = await caller.palette.find({ text: runId });
  const named = await caller.palette.find({ text: experiment });
  const details = [found, named].flatMap((one) =>
    preparePalette({ text: "", found: one, commands: [] })
      .flatMap(({ items }) => items)
      .filter(({ id }) => id === `/runs/${runId}` || id === `/experiments/${experimentId}`)
      .map((item) => item.detail?.includes(SOME_LABELS_WORDS.mark)),
  );
  const { path } = await setBadge({ ctx: world.home.owner, input: { experimentId, body: { on: true } } });
  const token = /^\/badge\/(.+)\.svg$/.exec(path ?? "")?.[1] ?? "";
  const badge = await openBadge({ services: world.test.services, input: { token } });
  return {
    catalog: row?.ofSome,
    runs: prepareRunRows({ ...PLAIN_ROWS, runs }).find(({ id }) => id === runId)?.ofSome,
    head: prepareHead(detail, now).ofSome,
    latest: prepareLatest(await caller.catalog.overview(), now)?.ofSome,
    firstRun: prepareFirstRun(found.runs).first?.ofSome,
    palette: [...new Set(details)],
    badge: badge.words.includes(SOME_LABELS_WORDS.mark),
  };
}

describe("a run without some of its labels", () => {
  it("is marked wherever a list shows its outcome", async () => {
    const marks = await marksOf("Filtered", { "except-label": ["setup*"] });
    expect(marks).toEqual({
      catalog: true,
      runs: true,
      head: true,
      latest: true,
      firstRun: true,
      palette: [true],
      badge: true,
    });
  });

  it("is the only kind that is marked", async () => {
    const marks = await marksOf("Whole", {});
    expect(new Set(Object.values(marks).flat())).toEqual(new Set([false]));
  });
});
