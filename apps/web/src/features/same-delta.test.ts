import { deltaWords } from "@headroom/core";
import type { CatalogEntry, ExperimentDetail, ExperimentLine } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { prepareCatalog } from "./catalog/prepare-catalog.ts";
import { readCatalogQuery } from "./catalog/search-params.ts";
import type { DeltaModel } from "./delta/prepare-delta.ts";
import { nightlyChange } from "./delta/testing/nightly-change.ts";
import { prepareHead } from "./experiment/prepare-head.ts";
import { prepareOverview } from "./overview/prepare-overview.ts";
import { prepareRunHead } from "./run/page/prepare-run-head.ts";
import { detail as runDetail } from "./run/testing/run-fixtures.ts";

const now = new Date("2025-11-13T03:30:00Z");

/** A night of the demo: what its judgement stored, as each page reads it. */
const CHANGES = {
  worse: [nightlyChange(), nightlyChange({ metric: "p50", before: 32, after: 40 })],
  accepted: [nightlyChange({ state: "accepted" })],
  better: [nightlyChange({ state: "better", before: 131.8, after: 106.9 })],
  "only a label": [nightlyChange({ label: "POST /pay", before: 84, after: 126, runs: 1 })],
  nothing: [],
};

describe.each(Object.entries(CHANGES))("a change that is %s", (_, changes) => {
  const doors: Record<string, () => DeltaModel | null | undefined> = {
    "the catalog": () => {
      const entry = {
        id: "e",
        name: "Nightly",
        groupName: null,
        tags: [],
        recentRuns: [],
        latest: null,
        newer: null,
        service: { id: "s", slug: "shop", name: "Shop" },
        runsTotal: 0,
        changes,
      };
      const page = {
        experiments: [entry as unknown as CatalogEntry],
        total: 1,
        groups: [],
        counts: {},
        lines: [],
      };
      const model = prepareCatalog({ page: page as never, query: readCatalogQuery({}), now });
      return model.groups[0]?.rows[0]?.delta;
    },
    "the head of an experiment": () => {
      const meta = { service: { name: "Shop" }, tags: [], capacity: { proven: false }, targetSets: [] };
      const own = {
        ...meta,
        name: "Nightly",
        recentRuns: [],
        latestTargets: [],
        changes,
        stated: null,
        groupName: null,
        owner: null,
      };
      return prepareHead(own as unknown as ExperimentDetail, now).delta ?? null;
    },
    "the head of a run and its shared page": () =>
      prepareRunHead({ ...runDetail, judgements: { ...runDetail.judgements, changes } }).delta,
    "the row of a service": () => prepareOverview(overviewOf(changes), now).services[0]?.worst?.delta,
  };

  it.each(Object.entries(doors))("has the same words in %s", (_name, read) => {
    const [first] = changes;
    const found = read();
    if (first === undefined) {
      expect(found).toBeNull();
      return;
    }
    expect(found).toMatchObject({ ...deltaWords(first), tone: first.state });
  });

  it("has the same words where the overview lists what got worse", () => {
    const [row] = prepareOverview(overviewOf(changes), now).worse;
    expect(row?.delta ?? null).toEqual(doors["the catalog"]?.());
  });
});

function overviewOf(changes: (typeof CHANGES)["worse"]): Parameters<typeof prepareOverview>[0] {
  const line = {
    id: "e",
    name: "Nightly",
    service: { id: "s", slug: "shop", name: "Shop" },
    state: "misses",
    changes,
    run: { id: "r", number: 46, ranAt: now.toISOString(), simulated: false },
    target: null,
    since: null,
    interval: null,
    metric: "p99",
    limit: null,
    spark: [],
  } as unknown as ExperimentLine;
  const service = {
    id: "s",
    slug: "shop",
    name: "Shop",
    counts: {},
    experiments: 1,
    latestAt: null,
    heardAt: null,
    peaks: 0,
  };
  return {
    services: [{ ...service, worst: line }],
    servicesTotal: 1,
    latestRuns: [],
    mine: 0,
    stale: [],
    staleTotal: 0,
    worse: [line],
    worseTotal: 1,
    better: [],
    gates: [],
  } as unknown as Parameters<typeof prepareOverview>[0];
}
