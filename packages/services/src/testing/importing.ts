import type { RunAnswer } from "@headroom/contract";
import { DAY_SECONDS } from "@headroom/core";
import { readPositions } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { engineHere } from "../comparison/engine.ts";
import { workComparison } from "../comparison/work-comparison.ts";
import type { Context } from "../context.ts";
import type { BatchLog } from "../live/batch-log.ts";
import { openBatchLog } from "../live/open-batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import { LiveIntake } from "../run/live/intake.ts";
import { startAggregating } from "../run/live/start-aggregating.ts";
import { importRun } from "../run/import/import.ts";
import type { ImportedRun } from "../run/import/import.ts";
import type { ImportInput } from "../run/import/import-request.ts";
import { workRunNotice } from "../run/notice/work-run-notice.ts";
import type { UploadSource } from "../run/record/upload-source.ts";
import { Uploads } from "../run/import/uploads.ts";
import { checkToken } from "../token/check.ts";
import { sampleSource, steadySamples } from "./sample-source.ts";
import { createTenant } from "./tenant.ts";
import type { Tenant } from "./tenant.ts";
import { createTestServices } from "./test-services.ts";
import type { TestServices } from "./test-services.ts";
import { watchCounting } from "./watch-counting.ts";

export const TEST_WEB_URL = "http://127.0.0.1:4000";
export const TEST_IMPORT_LIMITS = {
  labels: 20_000,
  labelLength: 500,
  runSeconds: 31 * DAY_SECONDS,
  runCells: 2_000_000,
  badLinesShare: 0.01,
};

/** Six thousand samples over two minutes. */
export const testSamples = steadySamples({ seconds: 120, perSecond: 50 });

export interface Traces {
  runs: number;
  parts: number;
  series: number;
  cells: number;
  keys: number;
  experiments: number;
  services: number;
}

/** Two workspaces in a database of their own, and a CI token that uploads to the first. */
export class Importing {
  readonly test: TestServices;
  readonly home: Tenant;
  readonly foreign: Tenant;
  readonly uploads: Uploads;
  readonly ci: Context;
  readonly log: BatchLog;
  readonly intake: LiveIntake;
  readonly #counting: { stop(): Promise<void>; done: () => Promise<void> };

  private constructor(
    test: TestServices,
    { home, foreign, ci }: Pick<Importing, "home" | "foreign" | "ci">,
    counts: boolean,
  ) {
    this.test = test;
    this.home = home;
    this.foreign = foreign;
    this.ci = ci;
    this.uploads = new Uploads(test.services);
    this.log = openBatchLog(test.services);
    this.intake = new LiveIntake(this.log, { rememberMillis: 0 });
    this.#counting = counts
      ? this.#count()
      : { stop: () => Promise.resolve(), done: () => this.#countOnce() };
  }

  /** `counts`: whether what arrives is counted at any moment, and not only by who waits for it. */
  static async open({ counts = true } = {}): Promise<Importing> {
    const test = await createTestServices();
    const home = await createTenant(test.services, "home");
    const foreign = await createTenant(test.services, "foreign");
    const ci = await checkToken({ services: test.services, input: { secret: home.ingestToken } });
    return new Importing(test, { home, foreign, ci }, counts);
  }

  /** Imports into the database of a test that has its workspaces already, and that closes it. */
  static async into({
    test,
    home,
    foreign,
  }: Pick<Importing, "test" | "home" | "foreign">): Promise<Importing> {
    const ci = await checkToken({ services: test.services, input: { secret: home.ingestToken } });
    return new Importing(test, { home, foreign, ci }, false);
  }

  async close(): Promise<void> {
    await this.#counting.stop();
    await this.uploads.close();
    await this.test.drop();
  }

  upload(
    parameters: object,
    source: UploadSource = sampleSource(testSamples),
    more: Partial<ImportInput> & { ctx?: Context } = {},
  ): Promise<ImportedRun> {
    const { ctx = this.ci, ...input } = more;
    return importRun({
      ctx,
      uploads: this.uploads,
      input: {
        parameters: { service: "Checkout", ...parameters },
        idempotencyKey: null,
        source,
        limits: TEST_IMPORT_LIMITS,
        webUrl: TEST_WEB_URL,
        ...input,
      },
    });
  }

  /** Does the jobs of all runs that aren't decided yet, in the order in which they arrived. */
  async decideAll(): Promise<void> {
    const open = await this.inHome((tx) =>
      tx.query<{ id: string }>(
        `select r.id from run_notice n join run r on r.id = n.run_id
         where n.outcome is null and r.published_at is not null order by r.published_at, r.number`,
      ),
    );
    for (const { id } of open) await this.decide(id);
  }

  /** The jobs of a run, until no comparison that they asked for is left. */
  async decide(runId: string): Promise<void> {
    do await this.note(runId);
    while (await this.compare());
  }

  note(runId: string): Promise<void> {
    return workRunNotice({ services: this.test.services, job: this.job({ runId }), webUrl: TEST_WEB_URL });
  }

  /** Whether there was something to compare. */
  async compare(): Promise<boolean> {
    const rows = await this.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
    if (rows.length === 0) return false;
    const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
    await workComparison({
      services: this.test.services,
      job: this.job({ digests }),
      engine: engineHere(100),
    });
    return true;
  }

  job(payload: object) {
    return {
      payload: { workspaceId: this.home.workspaceId, ...payload },
      last: true,
      signal: new AbortController().signal,
    };
  }

  /** Waits until everything that was accepted so far has been counted. */
  counted(): Promise<void> {
    return this.#counting.done();
  }

  #count() {
    const done = watchCounting(this.log);
    const ignored = { failed: () => undefined, interrupted: () => undefined };
    const counting = startAggregating(
      { services: this.test.services, log: this.log, gatherMillis: 1 },
      ignored,
    );
    return { stop: () => counting.stop(), done };
  }

  async #countOnce(): Promise<void> {
    const { services, db } = this.test;
    while ((await this.log.behind(await readPositions(db))).length > 0)
      await aggregate({ services, log: this.log });
  }

  inHome<T>(read: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
    return this.test.db.inWorkspace(this.home.workspaceId, read);
  }

  /** Everything that an upload writes, counted across all workspaces. */
  traces(): Promise<Traces> {
    return this.test.db.asJobs(async (tx) => {
      const [row] = await tx.query<Traces>(
        `select (select count(*) from run) as runs, (select count(*) from part) as parts,
           (select count(*) from series) as series, (select count(*) from run_cell) as cells,
           (select count(*) from idempotency_key) as keys,
           (select count(*) from experiment) as experiments, (select count(*) from service) as services`,
      );
      return row ?? { runs: 0, parts: 0, series: 0, cells: 0, keys: 0, experiments: 0, services: 0 };
    });
  }
}

/** The warnings of an answer, except those with one code. */
export function warningsBeside({ warnings }: RunAnswer, code: string): RunAnswer["warnings"] {
  return warnings.filter((warning) => warning.code !== code);
}
