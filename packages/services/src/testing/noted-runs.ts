import { runNotification } from "@headroom/contract";
import type { RunNotification } from "@headroom/contract";
import { HOUR_SECONDS } from "@headroom/core";
import { Importing } from "./importing.ts";
import { sampleSource, steadySamples } from "./sample-source.ts";
import type { Sample } from "./sample-source.ts";

/** Uploads runs whose latencies are drawn from one distribution, and does the jobs that find out how they compare. */
export class NotedRuns {
  readonly importing: Importing;
  readonly #startSeconds: number;
  readonly #histories = new Map<string, string[]>();

  constructor(importing: Importing) {
    this.importing = importing;
    this.#startSeconds = importing.test.services.clock().getTime() / 1_000 - 20 * HOUR_SECONDS;
  }

  static async open(): Promise<NotedRuns> {
    return new NotedRuns(await Importing.open({ counts: false }));
  }

  /** Each seed has its own latencies, and its own time. */
  samples(seed: number, slower = 1): Sample[] {
    const startSeconds = this.#startSeconds + seed * 300;
    return steadySamples({ seconds: 90, perSecond: 40, startSeconds }).map((sample, at) => {
      const scattered = Math.sin((at + 1) * (seed + 1) * 12.9898) * 43_758.5453;
      const share = scattered - Math.floor(scattered);
      const latencyMicros = Math.round((20_000 - 30_000 * Math.log(1 - share * 0.999)) * slower);
      return { ...sample, latencyMicros };
    });
  }

  async upload(
    experiment: string,
    samples: readonly Sample[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { tool, ...parameters } = more;
    const source = sampleSource(samples, {
      ...(tool === undefined ? {} : { tool }),
      ...(parameters["load"] === "open" ? { loadModel: "open" as const } : {}),
    });
    return (await this.importing.upload({ experiment, ...parameters }, source)).answer.run.id;
  }

  run(
    experiment: string,
    seed: number,
    slower = 1,
    more: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return this.upload(experiment, this.samples(seed, slower), more);
  }

  /**
   * An experiment with six runs of one level: enough to know how they scatter. Tests take turns with it: each gets it under
   * another name, without what the test before changed.
   */
  async history(experiment: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const kind = JSON.stringify(more);
    const known = this.#histories.get(kind);
    if (known !== undefined) {
      await this.#handOver(known, experiment);
      return known;
    }
    const ids: string[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      const runId = await this.run(experiment, seed, 1, more);
      await this.settle(runId);
      ids.push(runId);
    }
    this.#histories.set(kind, ids);
    return ids;
  }

  async #handOver(ids: readonly string[], name: string): Promise<void> {
    const theirs = "experiment_id in (select experiment_id from run where id = any($1::uuid[]))";
    await this.importing.inHome(async (tx) => {
      await tx.query(
        `update run set published_at = null, deleted_at = now(), deleted_state = '{}' where id <> all($1::uuid[]) and ${theirs}`,
        [ids],
      );
      await tx.query(
        `update run set set_aside_at = null, set_aside_by = null, set_aside_reason = null,
           accepted_at = null, accepted_by = null, accepted_reason = null where id = any($1::uuid[])`,
        [ids],
      );
      await tx.query(
        `update experiment set name = $2, slug = lower($2), baseline_run_id = null
         where id in (select experiment_id from run where id = any($1::uuid[]))`,
        [ids, name],
      );
    });
    // Only jobs may remove a run for good, and only a deleted one.
    await this.importing.test.db.asJobs((tx) =>
      tx.query(`delete from run where deleted_at is not null and ${theirs}`, [ids]),
    );
    // The test before may have had them decided again.
    const open = await this.importing.inHome((tx) =>
      tx.prisma.runNotice.findMany({ where: { runId: { in: [...ids] }, outcome: null } }),
    );
    for (const id of ids) if (open.some(({ runId }) => runId === id)) await this.settle(id);
  }

  /** Does the jobs of a run until there is nothing more to say, and returns what was sent since. */
  async tell(runId: string): Promise<RunNotification[]> {
    const known = new Set((await this.sent()).map(({ delivery }) => delivery));
    await this.settle(runId);
    return (await this.sent()).filter(({ delivery }) => !known.has(delivery));
  }

  settle(runId: string): Promise<void> {
    return this.importing.decide(runId);
  }

  note(runId: string): Promise<void> {
    return this.importing.note(runId);
  }

  async sent(): Promise<RunNotification[]> {
    const rows = await this.importing.inHome((tx) =>
      tx.prisma.delivery.findMany({ orderBy: { type: "asc" } }),
    );
    return rows.map(({ body }) => runNotification.parse(JSON.parse(body)));
  }

  compare(): Promise<boolean> {
    return this.importing.compare();
  }

  job(payload: object) {
    return this.importing.job(payload);
  }
}
