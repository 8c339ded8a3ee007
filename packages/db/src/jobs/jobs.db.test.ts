import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { seedExperiment } from "../testing/run.ts";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { addJob, countJobs } from "./add-job.ts";
import type { NewJob } from "./add-job.ts";
import { JOB_CONNECTIONS, runJobs } from "./run-jobs.ts";
import type { JobHandlers, JobQueue, JobRun, RunningJobs } from "./run-jobs.ts";
import { unlockJobsOfTheDead } from "./run-jobs.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };

let test: TestDatabase;
let owner: pg.Client;
let home: string;
let foreign: string;
const running: RunningJobs[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  home = (await seedExperiment(test.db)).workspaceId;
  foreign = (await seedExperiment(test.db)).workspaceId;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await owner.query("delete from graphile_worker._private_jobs");
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

function start(handlers: JobHandlers, places: Omit<JobQueue, "handlers"> = { atOnce: 1 }): RunningJobs {
  const jobs = runJobs(test.url, [{ handlers, ...places }], silent);
  running.push(jobs);
  return jobs;
}

const add = (change: Partial<NewJob> = {}, workspaceId = home) =>
  test.db.inWorkspace(workspaceId, (tx) =>
    addJob(tx, { name: "task", payload: { n: 1 }, key: null, attempts: 3, ...change }),
  );

/** Records the runs of "task"; if `answer` throws, the run fails. */
function collecting(answer: (job: JobRun) => Promise<void> = async () => undefined) {
  const runs: JobRun[] = [];
  return {
    runs,
    handlers: {
      async task(job: JobRun) {
        runs.push(job);
        await answer(job);
      },
    },
  };
}

const stored = async () =>
  (
    await owner.query<{ attempts: number; last_error: string | null; later: boolean; locked: boolean }>(
      `select attempts, last_error, run_at > now() as later, locked_at is not null as locked
       from graphile_worker.jobs order by id`,
    )
  ).rows;

const counts = () => test.db.asJobs(countJobs);

describe("a job", () => {
  it("runs once its transaction is committed, with its workspace, and never if it is undone", async () => {
    const { runs, handlers } = collecting();
    start(handlers);
    const undone = test.db.inWorkspace(home, async (tx) => {
      await addJob(tx, { name: "task", payload: { n: 2 }, key: null, attempts: 3 });
      throw new Error("on purpose");
    });
    await expect(undone).rejects.toThrow("on purpose");
    await add();
    await expect.poll(() => runs.map(({ payload }) => payload), SOON).toEqual([{ n: 1, workspaceId: home }]);
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(runs).toHaveLength(1);
  });

  it("is tried again later when it fails, and given up after its last attempt", async () => {
    const { runs, handlers } = collecting(() => Promise.reject(new Error("not today")));
    start(handlers);
    await add({ attempts: 2 });
    await expect
      .poll(stored, SOON)
      .toEqual([{ attempts: 1, last_error: "not today", later: true, locked: false }]);
    expect(await counts()).toEqual({ waiting: 1, failed: 0 });
    await owner.query('update graphile_worker._private_jobs set run_at = now(); notify "jobs:insert"');
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 1 });
    expect(runs.map(({ last }) => last)).toEqual([false, true]);
  });

  it("is replaced by one of the same key, which is its workspace's own", async () => {
    await add({ key: "k", payload: { n: 1 } });
    await add({ key: "k", payload: { n: 2 } });
    await add({ key: "k", payload: { n: 3 } }, foreign);
    const { runs, handlers } = collecting();
    start(handlers);
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(runs.map(({ payload }) => payload)).toEqual([
      { n: 2, workspaceId: home },
      { n: 3, workspaceId: foreign },
    ]);
  });

  it("is announced after its transaction and not in it, and once for several", async () => {
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: test.url });
    await listener.connect();
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query('listen "jobs:insert"');
    // As if the process were killed right after the commit.
    await owner.query(`begin; select set_config('app.workspace', '${home}', true);
      select queue_job('task', '{"n": 1}', null, 3); commit; select pg_notify('jobs:insert', 'next')`);
    await expect.poll(() => heard, SOON).toEqual(["next"]);
    await test.db.inWorkspace(home, async (tx) => {
      for (const n of [2, 3]) await addJob(tx, { name: "task", payload: { n }, key: null, attempts: 3 });
      await addJob(tx, { name: "task", payload: {}, key: null, attempts: 3, delaySeconds: 60 });
    });
    await expect.poll(() => heard, SOON).toEqual(["next", '{"count":2}']);
    await listener.end();
  });

  it("runs once though its process was killed before it could announce it", async () => {
    const { runs, handlers } = collecting();
    start(handlers);
    await add();
    await expect.poll(() => runs.length, SOON).toBe(1);
    // The workers are waiting by now, and nobody wakes them.
    await owner.query(`begin; select set_config('app.workspace', '${home}', true);
      select queue_job('task', '{"n": 2}', null, 3); commit`);
    await expect.poll(() => runs.length, SOON).toBe(2);
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(runs.map(({ payload }) => payload)).toEqual([
      { n: 1, workspaceId: home },
      { n: 2, workspaceId: home },
    ]);
  });

  it.each([
    ["is new", ""],
    ["replaces a pending one", ""],
    [
      "follows a running one",
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1 where key is not null",
    ],
  ])("that %s is written as the queue itself does it", async (what, before) => {
    const how = `'task', '{"n": 1}', 'line', now(), 'k', 3, 10, array['flag']`;
    const rows = async (write: string) => {
      await owner.query("delete from graphile_worker._private_jobs");
      if (before !== "" || what.startsWith("replaces")) await owner.query(write);
      if (before !== "") await owner.query(before);
      await owner.query(write);
      const { rows: found } = await owner.query<object>(
        `select t.identifier, q.queue_name, to_jsonb(j) - array['id', 'run_at', 'created_at', 'updated_at', 'locked_at'] as job,
           run_at <= now() as due, run_at = created_at or revision > 0 as begins
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
      );
      return found;
    };
    const own = await rows(`select write_job(${how})`);
    expect(own.length).toBeGreaterThan(0);
    const theirs = await rows(
      `select graphile_worker.add_job('task', '{"n": 1}', 'line', now(), 3, 'k', 10, array['flag'])`,
    );
    expect(own).toEqual(theirs);
  });

  it("waits for the given time", async () => {
    await add({ delaySeconds: 3_600 });
    expect(await stored()).toMatchObject([{ attempts: 0, later: true }]);
    const { rows } = await owner.query(
      "select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs",
    );
    expect(rows[0]?.seconds).toBeGreaterThan(3_500);
  });

  it("runs after those that were added later, if it is to run when there is nothing else to do", async () => {
    await add({ whenIdle: true, payload: { n: 1 } });
    await add({ payload: { n: 2 } });
    await add({ delaySeconds: 1, payload: { n: 3 } });
    const { runs, handlers } = collecting();
    start(handlers);
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(runs.map(({ payload }) => (payload as { n: number }).n)).toEqual([2, 1, 3]);
  });

  it("runs after those of its line, and holds up no other line", async () => {
    const slow = Promise.withResolvers<void>();
    const { runs, handlers } = collecting(({ payload }) =>
      (payload as { n: number }).n === 1 ? slow.promise : Promise.resolve(),
    );
    await add({ line: "slow", payload: { n: 1 } });
    await add({ line: "slow", payload: { n: 2 } });
    await add({ line: "other", payload: { n: 3 } });
    // Another workspace's line of that name is another line.
    await add({ line: "slow", payload: { n: 4 } }, foreign);
    start(handlers, { atOnce: 3 });
    const numbers = () => runs.map(({ payload }) => (payload as { n: number }).n).toSorted((a, b) => a - b);
    await expect.poll(numbers, SOON).toEqual([1, 3, 4]);
    slow.resolve();
    await expect.poll(numbers, SOON).toEqual([1, 2, 3, 4]);
  });

  it("leaves places to other workspaces, however many lines its own has", async () => {
    const silence = Promise.withResolvers<void>();
    const { runs, handlers } = collecting(({ payload }) =>
      (payload as { workspaceId: string }).workspaceId === home ? silence.promise : Promise.resolve(),
    );
    await Promise.all(Array.from({ length: 12 }, (_, n) => add({ line: `${n}`, payload: { n } })));
    start(handlers, { atOnce: 4, ofWorkspace: 2 });
    await expect.poll(() => runs.length, SOON).toBe(2);
    await add({ line: "theirs", payload: { n: 12 } }, foreign);
    await expect.poll(() => runs.length, SOON).toBe(3);
    expect(runs.at(-1)?.payload).toEqual({ n: 12, workspaceId: foreign });
    await expect.poll(counts, SOON).toEqual({ waiting: 12, failed: 0 });
    silence.resolve();
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(runs).toHaveLength(13);
  });

  it("can't be added for another workspace, or without one", async () => {
    const payload = { workspaceId: foreign };
    await add({ payload });
    const { runs, handlers } = collecting();
    start(handlers);
    await expect.poll(() => runs.map((run) => run.payload), SOON).toEqual([{ workspaceId: home }]);
    const nobodys = test.db.asJobs((tx) => tx.query("select queue_job('task', '{}', null, 1)"));
    await expect(nobodys).rejects.toMatchObject({ code: "42501" });
  });
});

describe("several processes", () => {
  it("run each job once", async () => {
    const [one, two] = [collecting(), collecting()];
    start(one.handlers);
    start(two.handlers);
    await Promise.all(Array.from({ length: 30 }, (_, n) => add({ payload: { n } })));
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    const numbers = [...one.runs, ...two.runs].map(({ payload }) => (payload as { n: number }).n);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it("leave the living their jobs, and take up those of the dead", async () => {
    const gate = Promise.withResolvers<void>();
    const living = collecting(() => gate.promise);
    start(living.handlers);
    await add();
    await expect.poll(() => living.runs.length, SOON).toBe(1);
    await expect
      .poll(async () => {
        const { rows } = await owner.query(
          "select from pg_locks where locktype = 'advisory' and classid = 18516",
        );
        return rows.length;
      }, SOON)
      .toBeGreaterThan(0);
    await unlockJobsOfTheDead(owner, 0);
    expect(await stored()).toMatchObject([{ attempts: 1, locked: true }]);
    gate.resolve();
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });

    await add();
    await owner.query(
      `update graphile_worker._private_jobs
       set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute', attempts = 1`,
    );
    const heir = collecting();
    start(heir.handlers);
    await expect.poll(() => heir.runs.length + living.runs.length, SOON).toBe(2);
  });

  it("free a line that no job holds", async () => {
    await add({ line: "orphaned" });
    const held = `from graphile_worker._private_job_queues where queue_name like '%orphaned' and locked_at is not null`;
    await owner.query(
      `update graphile_worker._private_job_queues set locked_by = 'pool-of-nobody', locked_at = now() - interval '1 minute'
       where queue_name like '%orphaned'`,
    );
    expect((await owner.query(`select ${held}`)).rowCount).toBe(1);
    await unlockJobsOfTheDead(owner);
    expect((await owner.query(`select ${held}`)).rowCount).toBe(0);
  });
});

describe("a process", () => {
  it("that stops lets the running job end, and takes no other", async () => {
    const gate = Promise.withResolvers<void>();
    const { runs, handlers } = collecting(() => gate.promise);
    const jobs = start(handlers);
    await add();
    await expect.poll(() => runs.length, SOON).toBe(1);
    const stopped = jobs.stop();
    await add();
    gate.resolve();
    await stopped;
    expect(runs).toHaveLength(1);
    expect(await stored()).toMatchObject([{ attempts: 0, locked: false }]);
  });

  it("has few connections, one of which listens, however many queues it has", async () => {
    const four = ["a", "b", "c", "d"].map((name) => [name, collecting()] as const);
    const queues = four.map(([name, { handlers }]) => {
      return { handlers: { [name]: (job: JobRun) => handlers.task(job) }, atOnce: 4 };
    });
    running.push(runJobs(test.url, queues, silent));
    const held = async () =>
      (
        await owner.query<{ connections: number; listening: number }>(
          `select count(*)::int as connections, count(*) filter (where query ~* '^(listen|select pg_advisory_lock)')::int as listening
           from pg_stat_activity where datname = current_database() and application_name = 'headroom jobs'`,
        )
      ).rows[0];
    await expect.poll(held, SOON).toMatchObject({ listening: 1 });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => add({ name: four[n % 4]?.[0] ?? "a", payload: { n } })),
    );
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    expect(four.map(([, { runs }]) => runs.length)).toEqual([15, 15, 15, 15]);
    expect((await held())?.connections).toBeLessThanOrEqual(JOB_CONNECTIONS);
  });

  it("begins again when its connections were cut", async () => {
    const { runs, handlers } = collecting();
    start(handlers);
    await add();
    await expect.poll(() => runs.length, SOON).toBe(1);
    await expect.poll(counts, SOON).toEqual({ waiting: 0, failed: 0 });
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'headroom jobs'`,
    );
    await add();
    await expect.poll(() => runs.length, SOON).toBe(2);
  });

  it("stops also while the database is away", async () => {
    const away = runJobs("postgres://nobody:nothing@127.0.0.1:1/none", [{ handlers: {}, atOnce: 1 }], silent);
    expect(await away.stop()).toBeUndefined();
  });
});
