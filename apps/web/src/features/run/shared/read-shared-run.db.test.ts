import type { ShareSubject } from "@headroom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShare, getRun, openShare } from "@headroom/services";
import type { ShareContext } from "@headroom/services";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "@headroom/services/testing";
import { prepareLabel, verdictsByLabel } from "../tables/prepare-labels.ts";
import { readRunPage } from "../page/read-run-page.ts";
import { heatmapQuery, timelineQuery } from "../view/run-queries.ts";
import { FIRST_VIEW } from "../view/search-params.ts";
import { stretchOf, timelineSteps } from "../timeline/timeline-steps.ts";
import { prepareSharedLabels } from "./prepare-shared-labels.ts";
import { stubEnv, TEST_SECRET } from "../../../server/testing/stub-env.ts";

stubEnv();
const { createCaller } = await import("../../../server/app-router.ts");
const { readSharedRun } = await import("./read-shared-run.ts");
const { readSharedOverlay } = await import("../../comparison/overlay/shared-overlay.ts");

let world: Importing;
let runIds: string[];
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  runIds = [await upload(0), await upload(1)];
});
afterAll(() => world.close());

/** Five minutes, of which the first half minute is a slow warm-up. */
async function upload(seed: number): Promise<string> {
  const samples = steadySamples({ seconds: 300, perSecond: 60, seed }).map((sample, at) => ({
    ...sample,
    latencyMicros: at < 30 * 60 ? sample.latencyMicros * 10 : sample.latencyMicros,
  }));
  const { answer } = await world.upload(
    { experiment: "Search", target: ['p99 of "GET /search" <= 1 s'], notes: "for Ada" },
    sampleSource(samples),
  );
  return answer.run.id;
}

async function guestOf(subject: ShareSubject): Promise<ShareContext> {
  const { path } = await createShare({ ctx: world.home.owner, input: { subject } });
  const secret = path.slice("/share/".length);
  const input = { secret, proof: null, signingSecret: Buffer.from(TEST_SECRET), counted: true };
  const opened = await openShare({ services: world.test.services, input });
  if (opened.state !== "open") throw new Error("the link is locked");
  return opened.ctx;
}

const member = () => createCaller({ ctx: world.home.viewer });

describe("a run that is read by a member and through a link", () => {
  it("has the same window, step, heatmap and figures of its labels", async () => {
    const [runId = ""] = runIds;
    const caller = member();
    const detail = await getRun({ ctx: world.home.viewer, input: { runId, webUrl: TEST_WEB_URL } });
    const inside = await readRunPage(caller, detail, FIRST_VIEW);
    const { maxPoints } = timelineSteps(stretchOf(detail.answer.summary)).first;
    const timeline = await caller.run.timeline(timelineQuery(runId, FIRST_VIEW, { maxPoints, window: null }));
    const shared = await readSharedRun(await guestOf({ kind: "run", runId }), runId);

    expect(inside.window.kind).toBe("steady");
    expect(shared.window).toEqual(inside.window);
    expect(timeline.pointSeconds).toBe(10);
    // What failed is for members.
    const { failures: _, ...told } = timeline;
    expect(shared.overTime?.figures).toEqual(told);
    expect(shared.overTime?.heatmap).toEqual(await caller.run.heatmap(heatmapQuery(runId, FIRST_VIEW)));

    const { targets } = detail.answer;
    const { requests, errorsAtLeast } = inside.window.summary;
    const verdicts = verdictsByLabel(targets);
    const rows = inside.labels.labels.map((label) =>
      prepareLabel(label, { requests, items: null, verdicts, errorsAtLeast }),
    );
    const shown = prepareSharedLabels({ targets, window: shared.window, labels: shared.labels });
    expect(rows.map(({ label }) => label)).toEqual(["GET /cart", "GET /search"]);
    expect(shown).toEqual({ window: "steady phase", rows, more: 0, judged: true, hasItems: false });
    expect(shared.detail.notes).toBeNull();
  });

  it("has the same step in a comparison", async () => {
    const drawn = runIds.map((id) => ({ id }));
    const shared = await readSharedOverlay(await guestOf({ kind: "comparison", runIds }), drawn, "p99");
    expect(shared.pointSeconds).toBe(10);
    expect(shared).toEqual(await member().comparison.overlay({ runIds, percentile: "p99" }));
  });
});
