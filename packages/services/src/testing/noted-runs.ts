import { runNotification } from "@headroom/contract";
import type { RunNotification } from "@headroom/contract";
import { HOUR_SECONDS } from "@headroom/core";
import { engineHere } from "../comparison/engine.ts";
import { workComparison } from "../comparison/work-comparison.ts";
import { workRunNotice } from "../run/notice/work-run-notice.ts";
import { Importing, TEST_WEB_URL as webUrl } from "./importing.ts";
import { sampleSource, steadySamples } from "./sample-source.ts";
import type { Sample } from "./sample-source.ts";

/** Uploads runs whose latencies are drawn from one distribution, and does the jobs that find out how they compare. */
export class NotedRuns {
  readonly importing: Importing;
  readonly #startSeconds: number;

  private constructor(importing: Importing) {
    this.importing = importing;
    this.#startSeconds = importing.test.services.clock().getTime() / 1_000 - 20 * HOUR_SECONDS;
  }

  static async open(): Promise<NotedRuns> {
    return new NotedRuns(await Importing.open());
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
    const source = sampleSource(samples, tool === undefined ? {} : { tool });
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

  /** Six runs of one level: enough to know how they scatter. */
  async history(experiment: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      ids.push(await this.run(experiment, seed, 1, more));
      await this.tell(ids.at(-1) ?? "");
    }
    return ids;
  }

  /** Does the jobs of a run until there is nothing more to say, and returns what was sent since. */
  async tell(runId: string): Promise<RunNotification[]> {
    const known = new Set((await this.sent()).map(({ delivery }) => delivery));
    for (let turn = 0; turn < 4; turn++) {
      await this.note(runId);
      await this.compare();
    }
    return (await this.sent()).filter(({ delivery }) => !known.has(delivery));
  }

  note(runId: string): Promise<void> {
    return workRunNotice({ services: this.importing.test.services, job: this.job({ runId }), webUrl });
  }

  async sent(): Promise<RunNotification[]> {
    const rows = await this.importing.inHome((tx) =>
      tx.prisma.delivery.findMany({ orderBy: { type: "asc" } }),
    );
    return rows.map(({ body }) => runNotification.parse(JSON.parse(body)));
  }

  async compare(): Promise<void> {
    const rows = await this.importing.inHome((tx) =>
      tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }),
    );
    if (rows.length === 0) return;
    const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
    await workComparison({
      services: this.importing.test.services,
      job: this.job({ digests }),
      engine: engineHere(100),
    });
  }

  job(payload: object) {
    return {
      payload: { workspaceId: this.importing.home.workspaceId, ...payload },
      last: true,
      signal: new AbortController().signal,
    };
  }
}
