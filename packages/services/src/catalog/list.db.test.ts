import { groupSentence } from "@headroom/core";
import { noExperiments } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import { listExperiments } from "../experiment/list.ts";
import { Importing, sampleSource, TEST_WEB_URL as webUrl, testSamples } from "../testing/index.ts";
import { listCatalogChoices } from "./choices.ts";
import { listCatalog, listCatalogLines } from "./list.ts";
import type { CatalogSort } from "./list.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Mix", target: ["p99 <= 1s"] });
  await world.upload({ service: "Checkout", experiment: "Mix" });
  await world.upload({ service: "Search", experiment: "Ramp" });
  const search = await world.inHome((tx) =>
    tx.prisma.service.findFirstOrThrow({ where: { slug: "search" } }),
  );
  serviceIdOfSearch = search.id;
});
afterAll(() => world.close());

const emptyExperiment = (name: string) => ({
  id: world.test.services.newId(),
  serviceId: serviceIdOfSearch,
  slug: name,
  name,
});
let serviceIdOfSearch = "";

const names = async (...given: Parameters<typeof listCatalog>) =>
  (await listCatalog(...given)).experiments.map(({ name }) => name);

describe("the catalog", () => {
  it("lists experiments with their latest runs", async () => {
    const { experiments, total } = await listCatalog({ ctx: world.home.viewer });
    expect(total).toBe(2);
    expect(experiments.find(({ name }) => name === "Mix")).toMatchObject({
      service: { slug: "checkout" },
      runsTotal: 2,
      recentRuns: [{ number: 2 }, { number: 1 }],
    });
  });

  it("dates runs by their start, so history that is uploaded today changes nothing about today", async () => {
    const day = 86_400_000_000;
    const made = (daysAgo: number, latencyMicros: number) =>
      sampleSource(
        testSamples.map((sample) => ({
          ...sample,
          completedAtMicros: sample.completedAtMicros - daysAgo * day,
          latencyMicros,
        })),
      );
    const parameters = { service: "History", experiment: "Nightly", target: ["p99 <= 100 ms"] };
    const { answer: today } = await world.upload(parameters, made(0, 10_000));
    await world.upload(parameters, made(60, 900_000));
    const input = { serviceSlug: "history" };
    const { experiments } = await listCatalog({ ctx: world.home.viewer, input });
    const [latest, old] = experiments[0]?.recentRuns ?? [];
    expect([latest?.number, old?.number]).toEqual([1, 2]);
    expect(latest?.verdict).not.toBe("missed");
    expect(experiments[0]?.recentRuns[0]?.ranAt.toISOString()).toBe(today.run.startedAt);
    const stored = await world.inHome((tx) =>
      tx.prisma.experiment.findFirstOrThrow({ where: { name: "Nightly" } }),
    );
    expect(stored).toMatchObject({ latestRunId: today.run.id, latestVerdict: latest?.verdict });
    await world.inHome((tx) =>
      tx.prisma.experiment.update({
        where: { id: stored.id },
        data: { deletedAt: world.test.services.clock() },
      }),
    );
  });

  it("shows of a run the targets that its figures are held to, and none that speaks of other moments", async () => {
    const target = ["p99 <= 900 ms at 600 users", "p99 <= 1 s", "throughput >= 1/s"];
    await world.upload({ service: "Load", experiment: "Under load", target });
    const { experiments } = await listCatalog({ ctx: world.home.viewer, input: { serviceSlug: "load" } });
    expect(experiments[0]?.latest?.targets.map(({ threshold, unit }) => `${threshold} ${unit}`)).toEqual([
      "1 s",
      "1 /s",
    ]);
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({
        where: { name: "Under load" },
        data: { deletedAt: world.test.services.clock() },
      }),
    );
  });

  it("shows of a run the values that the run's own answer has", async () => {
    const { answer } = await world.upload({ service: "Values", experiment: "Whole" });
    const { experiments } = await listCatalog({ ctx: world.home.viewer, input: { serviceSlug: "values" } });
    const { requests, errorRate, throughput, latencyMs } = answer.steady?.summary ?? answer.summary;
    const { p50: p50Ms, p95: p95Ms, p99: p99Ms } = latencyMs;
    const values = { requests, errorRate, throughput, p50Ms, p95Ms, p99Ms };
    expect(Object.values(values)).not.toContain(null);
    expect(experiments[0]?.recentRuns).toMatchObject([values]);
    expect(experiments[0]?.latest).toMatchObject({ requests: answer.summary.requests });
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({
        where: { name: "Whole" },
        data: { deletedAt: world.test.services.clock() },
      }),
    );
  });

  it("finds by words and by service", async () => {
    expect(await names({ ctx: world.home.viewer, input: { search: "RAM" } })).toEqual(["Ramp"]);
    expect(await names({ ctx: world.home.viewer, input: { serviceSlug: "checkout" } })).toEqual(["Mix"]);
  });

  it("filters by what an experiment is and by what its latest run says", async () => {
    await world.upload({
      service: "Pay",
      experiment: "Slow",
      target: ["p99 <= 1 us"],
      environment: "shadow",
    });
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({
        where: { name: "Slow" },
        data: { groupName: "Cards", tags: ["nightly", "é"], owner: "Ana" },
      }),
    );
    await world.decideAll();
    const ctx = world.home.viewer;
    for (const input of [
      { group: "Cards" },
      { tag: "nightly" },
      { owner: "Ana" },
      { environment: "shadow" },
      { state: "misses" as const },
      { search: "cards nightly" },
    ])
      expect([input, await names({ ctx, input })]).toEqual([input, ["Slow"]]);
    expect(await names({ ctx, input: { search: "cards ramp" } })).toEqual([]);
    const { counts, total } = await listCatalog({ ctx, input: { state: "holds" } });
    expect({ counts, total }).toEqual({
      counts: { ...noExperiments(), holds: 1, misses: 1, "not-judged": 1 },
      total: 1,
    });
    // What groups come to counts all that match, on this page or not, by the outcomes and figures of the rows.
    const { groups, experiments } = await listCatalog({ ctx, input: { sort: "name", limit: 200 } });
    expect(groups.map(({ service, group }) => [service.name, group])).toEqual([
      ["Checkout", null],
      ["Pay", "Cards"],
      ["Search", null],
    ]);
    expect((await listCatalog({ ctx, input: { limit: 1 } })).groups).toEqual(groups);
    const holding = experiments.find(({ recentRuns: [run] }) => run?.outcome === "holds");
    const throughput = holding?.recentRuns[0]?.throughput ?? null;
    expect(throughput).not.toBeNull();
    expect(groups.filter(({ heldPerSecond }) => heldPerSecond !== null)).toEqual([
      {
        service: holding?.service,
        group: null,
        counts: { ...noExperiments(), holds: 1 },
        heldPerSecond: { low: throughput, high: throughput },
      },
    ]);
    expect(groups.map(groupSentence)).toContain("0 of 1 hold. 1 misses.");
    const listed = await listExperiments({ ctx, input: { parameters: {}, webUrl } });
    expect(listed.groups.map(({ sentence }) => sentence)).toEqual(groups.map(groupSentence));
    const choices = await listCatalogChoices({ ctx });
    expect(choices.services.map(({ value }) => value).toSorted()).toEqual(["checkout", "pay", "search"]);
    expect(choices.tags).toEqual([
      { value: "nightly", name: "nightly", experiments: 1 },
      { value: "é", name: "é", experiments: 1 },
    ]);
    expect(choices.environments.map(({ value }) => value)).toEqual(["shadow"]);
  });

  it("sorts by each of its columns, either way, absent figures last", async () => {
    const ctx = world.home.viewer;
    await world.inHome((tx) =>
      tx.prisma.experiment.createMany({
        data: [emptyExperiment("Zzz never ran")].map((one) => ({
          ...one,
          workspaceId: world.home.workspaceId,
        })),
      }),
    );
    const sorted = (sort: CatalogSort, direction: "asc" | "desc") =>
      names({ ctx, input: { sort, direction } });
    expect(await sorted("name", "desc")).toEqual(["Zzz never ran", "Slow", "Ramp", "Mix"]);
    expect(await sorted("runs", "desc")).toEqual(["Mix", "Ramp", "Slow", "Zzz never ran"]);
    expect(await sorted("outcome", "asc")).toEqual(["Slow", "Mix", "Ramp", "Zzz never ran"]);
    expect(await sorted("service", "asc")).toEqual(["Mix", "Slow", "Ramp", "Zzz never ran"]);
    for (const sort of ["latest", "p99", "throughput"] as const)
      for (const direction of ["asc", "desc"] as const)
        expect((await sorted(sort, direction)).at(-1)).toBe("Zzz never ran");
    const page = await listCatalog({ ctx, input: { sort: "name", skip: 1, limit: 2 } });
    expect([page.experiments.map(({ name }) => name), page.total]).toEqual([["Ramp", "Slow"], 4]);
    const { lines } = await listCatalogLines({ ctx, input: { sort: "name", limit: 1 } });
    expect(lines).toMatchObject([{ name: "Mix", metric: "p99", spark: [{ id: expect.any(String) }, {}] }]);
  });

  it("takes a null character for nothing", async () => {
    expect(await names({ ctx: world.home.viewer, input: { search: "R\0am" } })).toEqual(["Ramp"]);
    expect(await names({ ctx: world.home.viewer, input: { serviceSlug: "checkout\0" } })).toEqual(["Mix"]);
  });

  it("shows a token that is held to one service nothing else", async () => {
    const service = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" } }),
    );
    const ctx = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["read"],
      serviceId: service.id,
    });
    expect(await names({ ctx, input: { state: "not-judged" } })).toEqual(["Ramp"]);
    expect(await names({ ctx, input: { state: "holds" } })).toEqual([]);
    expect(await names({ ctx, input: { serviceSlug: "checkout" } })).toEqual([]);
  });

  it("is empty next door, and refused to who may not read", async () => {
    expect(await listCatalog({ ctx: world.foreign.owner })).toMatchObject({ experiments: [], total: 0 });
    const ctx = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["ingest"],
      serviceId: null,
    });
    await expect(listCatalog({ ctx })).rejects.toMatchObject({ code: "scope-missing" });
  });
});
