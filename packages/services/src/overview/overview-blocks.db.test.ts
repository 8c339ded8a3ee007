import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getOverview } from "./get-overview.ts";

let world: Importing;
let owner: Context;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
});
afterAll(() => world.close());

const overview = (isMine = false, ctx = owner) => getOverview({ ctx, input: { isMine } });
const own = (experiment: string) =>
  world.inHome((tx) =>
    tx.query(`update experiment set owner = (select lower(name) from person where id = $1) where name = $2`, [
      owner.actor.kind === "person" ? owner.actor.id : "",
      experiment,
    ]),
  );

interface Stored {
  outcome: string;
  changes?: object[];
  findings?: object[];
  /** A gate asked, with options of its own. */
  isAsked?: boolean;
  reference?: string;
}

async function judge(
  runId: string,
  { outcome, changes = [], findings = [], isAsked = false, reference }: Stored,
) {
  await world.inHome((tx) =>
    tx.query(
      `insert into judgement (id, workspace_id, run_id, question, question_digest, is_own, reference_run_id, outcome, findings, changes, inputs, decided_at, first_outcome, first_at)
       select gen_random_uuid(), workspace_id, id, '{}', decode(repeat($2, 32), 'hex'), $3, $4::uuid, $5, $6::jsonb, $7::jsonb, '{}', now(), $5, now()
       from run where id = $1
       on conflict (run_id) where is_own do update set changes = excluded.changes, outcome = excluded.outcome, findings = excluded.findings`,
      [
        runId,
        isAsked ? "01" : "00",
        !isAsked,
        reference ?? null,
        outcome,
        JSON.stringify(findings),
        JSON.stringify(changes),
      ],
    ),
  );
}

const change = (id: string, state: string) => {
  return { metric: "p99", label: null, before: 45, after: 30, state, run: { id, number: 1 }, runs: 3 };
};

it("says what got better lately, with the interval of the latest run, and of no other workspace", async () => {
  const { id } = await uploadRun(world, { experiment: "Better", millis: 30, daysAgo: 2 });
  const finding = {
    effect: "note",
    kind: "change",
    code: "improved",
    metric: "p99",
    label: null,
    interval: { low: 0.6, high: 0.7 },
    reasons: [],
  };
  await judge(id, { outcome: "holds", changes: [change(id, "better")], findings: [finding] });
  expect(await overview()).toMatchObject({
    betterTotal: 1,
    better: [{ name: "Better", interval: { low: 0.6, high: 0.7 } }],
    worse: [],
  });
  expect((await overview(true)).better).toEqual([]);
  await own("Better");
  expect((await overview(true)).better).toMatchObject([{ name: "Better" }]);
  expect((await overview(false, world.foreign.owner)).betterTotal).toBe(0);
  // Good news gets old.
  const later = new Date(Date.now() + 40 * DAY_MILLIS);
  expect((await overview(false, { ...owner, clock: () => later })).betterTotal).toBe(0);
});

it("says what gates report for the runs of builds, the answer that a gate asked for first", async () => {
  const plain = await uploadRun(world, { experiment: "Gate", millis: 50, daysAgo: 3 });
  await judge(plain.id, { outcome: "holds" });
  expect((await overview()).gates).toMatchObject({ decisions: [], counts: { passed: 0 } });

  const linked = await uploadRun(world, { experiment: "Gate", millis: 50, daysAgo: 2 });
  await world.inHome((tx) =>
    tx.query(
      `update run set ci_url = 'https://ci.example/7', branch = 'cache', commit_sha = '3b90d14' where id = $1`,
      [linked.id],
    ),
  );
  await judge(linked.id, { outcome: "regressed", reference: plain.id });
  expect((await overview()).gates).toMatchObject({
    counts: { passed: 0, failed: 1, unsure: 0 },
    decisions: [
      {
        id: linked.id,
        branch: "cache",
        commit: "3b90d14",
        experiment: { name: "Gate" },
        outcome: "regressed",
        words: "Regressed.",
        isAsked: false,
        reference: { id: plain.id, runs: 1 },
      },
    ],
  });

  await judge(plain.id, { outcome: "unsure", isAsked: true });
  const { decisions, counts } = (await overview()).gates;
  expect(decisions.find(({ id }) => id === plain.id)).toMatchObject({ outcome: "unsure", isAsked: true });
  expect(counts).toEqual({ passed: 0, failed: 1, unsure: 1, notJudged: 0 });
  expect((await overview(true)).gates.decisions).toEqual([]);
  await own("Gate");
  expect((await overview(true)).gates.decisions).toHaveLength(2);
  expect((await overview(false, world.foreign.owner)).gates.decisions).toEqual([]);
});

it("counts all proofs of a service in the rows of one owner, because its capacity is everybody's", async () => {
  await savePeakExperiment(world, "Proven");
  await uploadRun(world, { experiment: "Proven", millis: 50, daysAgo: 1 });
  await savePeakExperiment(world, "Unproven");
  await own("Proven");
  const [everybody, mine] = [await overview(), await overview(true)].map(({ services }) => services[0]);
  expect(mine).toMatchObject({ peaks: 2, peaksProven: 1 });
  expect(everybody).toMatchObject({ peaks: 2, peaksProven: 1 });
  expect(mine?.experiments).toBeLessThan(everybody?.experiments ?? 0);
});
