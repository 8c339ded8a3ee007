import { describe, expect, it } from "vitest";
import type { Health, ProcessStart } from "@headroom/services";
import { prepareHealth } from "./prepare-health.ts";

const now = new Date("2026-03-01T12:00:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

function start(kind: ProcessStart["kind"], given: Partial<ProcessStart> = {}): ProcessStart {
  const id = `${kind}-${given.startedAt?.getTime() ?? 0}`;
  return {
    id,
    kind,
    startedAt: before(3_600),
    seenAt: before(5),
    endedAt: null,
    facts: {},
    offClock: null,
    ...given,
  };
}

const room = {
  status: "enough" as const,
  databaseDiskFreeBytes: 50e9,
  keptFilesDiskFreeBytes: null,
  minFreeBytes: 2e9,
  maxDatabaseBytes: null,
};

function health(given: Partial<Health> = {}): Health {
  return {
    now,
    database: {
      now,
      version: "17.2 (Debian)",
      timescaleVersion: "2.19.3",
      startedAt: before(7_200),
      bytes: 1e9,
      migrations: { total: 2, newest: "0002_b", at: before(9_000) },
    },
    jobs: { waiting: 0, failed: 0 },
    connections: { used: 23, limit: 97, planned: 28, problem: null },
    live: { entries: 0, oldestAt: null, logBytes: 0, setAside: 0, entriesListed: 10_000 },
    starts: [start("ingest", { facts: { room, newestMigration: "0002_b" } }), start("web")],
    ...given,
  };
}

const factOf = (given: Partial<Health>, name: string) => {
  const { disk, work } = prepareHealth(health(given));
  return [...disk, ...work].find((fact) => fact.name === name);
};

describe("the health page", () => {
  it("says so if everything runs, and since when", () => {
    const model = prepareHealth(health());
    expect(model.sentence).toEqual({ lead: "Everything is running.", rest: "" });
    expect(model.processes).toMatchObject([
      {
        name: "Database",
        detail: "PostgreSQL 17.2, TimescaleDB 2.19.3",
        startedAt: "2026-03-01T10:00:00.000Z",
      },
      { name: "Ingest", state: "Running", startedAt: "2026-03-01T11:00:00.000Z" },
      { name: "Web", state: "Running" },
    ]);
  });

  it.each([
    ["was killed", { seenAt: before(120) }, "Not responding"],
    ["was stopped", { seenAt: before(5), endedAt: before(5) }, "Stopped"],
  ])("says that ingest isn't running if it %s", (_, given, state) => {
    const model = prepareHealth(health({ starts: [start("ingest", given), start("web")] }));
    expect(model.sentence.lead).toBe("Ingest isn't running.");
    expect(model.processes[1]).toMatchObject({ state, tone: "bad", startedAt: null });
  });

  it("says what each process holds in memory, and how much of the counting it does", () => {
    const facts = { host: "a", pid: 7, memoryBytes: 261e6 };
    const starts = [start("ingest", { facts: { ...facts, countedBatches: 1_200 } }), start("web", { facts })];
    expect(prepareHealth(health({ starts })).processes.slice(1)).toMatchObject([
      { detail: "a, process 7, 261 MB, 1,200 live batches counted in 15 s" },
      { detail: "a, process 7, 261 MB" },
    ]);
    const one = [start("ingest", { facts: { ...facts, countedBatches: 1 } })];
    expect(prepareHealth(health({ starts: one })).processes[1]?.detail).toContain("1 live batch counted");
  });

  it("warns before the database's connections run out", () => {
    const of = (used: number) =>
      factOf({ connections: { used, limit: 97, planned: 28, problem: null } }, "Database connections");
    expect(of(87)?.problem).toBeNull();
    expect(of(88)?.problem).toContain("max_connections");
  });

  it.each<[ProcessStart["kind"], string]>([
    [
      "ingest",
      "Its clock is 1h behind the database's. It accepts no live data until somebody sets the clock.",
    ],
    [
      "web",
      "Its clock is 1h behind the database's. Its pages show wrong times until somebody sets the clock.",
    ],
  ])("says that the clock of %s is wrong, and what that means", (kind, detail) => {
    const starts = (["ingest", "web"] as const).map((one) =>
      start(one, one === kind ? { offClock: "1h behind", facts: { host: "a" } } : {}),
    );
    const { sentence, processes } = prepareHealth(health({ starts }));
    const name = kind === "web" ? "Web" : "Ingest";
    expect(sentence).toEqual({ lead: `${name} isn't ready.`, rest: `a. ${detail}` });
    expect(processes.find((row) => row.name === name)).toMatchObject({ state: "Not ready", tone: "warn" });
  });

  it("says what each ingest process does, and whether there are enough connections", () => {
    const facts = { host: "a", roles: ["count", "jobs"], partitions: 21 };
    const { processes } = prepareHealth(health({ starts: [start("ingest", { facts }), start("web")] }));
    expect(processes[1]?.detail).toBe("a, counts 21 partitions, runs jobs");
    expect(factOf({}, "Database connections")?.value).toBe("23 of 97, at most 28 by these processes");
    const connections = { used: 23, limit: 97, planned: 120, problem: "Too many." };
    expect(prepareHealth(health({ connections })).sentence).toEqual({
      lead: "Something needs attention.",
      rest: "Too many.",
    });
  });

  it("says if ingest processes don't see the same kept files", () => {
    const factFor = (one: string | null, two: string | null) =>
      factOf(
        {
          starts: [one, two].map((keptFiles, at) =>
            start("ingest", { startedAt: before(60 + at), facts: { keptFiles, roles: ["accept"] } }),
          ),
        },
        "Kept files of all processes",
      );
    expect(factFor("a", "a")).toMatchObject({ value: "in one place", problem: null });
    expect(factFor("a", "b")?.problem).toMatch(/don't see the same kept files/);
    expect(factFor("a", null)?.problem).toMatch(/the same HEADROOM_RAW_FILES/);
    expect(factOf({}, "Kept files of all processes")).toBeUndefined();
  });

  it("lists several processes of a kind", () => {
    const two = [start("ingest"), start("ingest", { startedAt: before(60) }), start("web")];
    expect(prepareHealth(health({ starts: two })).processes).toHaveLength(4);
  });

  it("says how each process started and ended", () => {
    const starts = [
      start("ingest", { startedAt: before(60), facts: { restartedAfter: "by SIGKILL" } }),
      start("ingest", { seenAt: before(70) }),
      start("ingest", { endedAt: before(300) }),
      start("web"),
      start("database", { startedAt: before(60) }),
      start("database", { startedAt: before(9_999), seenAt: before(20) }),
    ];
    const rows = prepareHealth(health({ starts })).starts;
    expect(rows.map(({ cause, end }) => [cause, end?.words ?? null])).toEqual([
      ["after the previous one ended by SIGKILL", null],
      ["", "Ended without shutting down, last seen"],
      ["", "Shut down"],
      ["", null],
      ["", null],
      ["", "Last seen"],
    ]);
  });

  it.each([
    ["low", /little room left\. New data is refused below 2 GB/],
    ["full", /new data is refused/],
  ] as const)("warns if disk space is %s", (status, words) => {
    const starts = [start("ingest", { facts: { room: { ...room, status } } }), start("web")];
    expect(factOf({ starts }, "Free on the database's disk")?.problem).toMatch(words);
    expect(prepareHealth(health({ starts })).sentence.lead).toBe("Something needs attention.");
  });

  it("knows nothing of a disk that isn't measured", () => {
    expect(factOf({ starts: [] }, "Free on the database's disk")).toMatchObject({
      value: "not known",
      problem: null,
    });
  });

  it("warns of failed jobs, batches set aside, slow counting and another version", () => {
    expect(factOf({ jobs: { waiting: 3, failed: 1 } }, "Failed jobs")?.problem).toMatch(/given up/);
    const live = {
      entries: 10_000,
      oldestAt: before(125),
      logBytes: 1e6,
      setAside: 2,
      entriesListed: 10_000,
    };
    expect(factOf({ live }, "Live batches not counted yet")).toMatchObject({
      value: "10,000 or more",
      problem: expect.stringContaining("waiting for 2m 5s") as string,
    });
    expect(factOf({ live }, "Live batches set aside")?.problem).toMatch(/couldn't be counted/);
    const starts = [start("ingest", { facts: { newestMigration: "0003_c" } }), start("web")];
    expect(factOf({ starts }, "Database schema")?.problem).toMatch(/0003_c/);
  });
});
