import { ALL_REQUESTS } from "@headroom/core";
import { setBaseline } from "../../experiment/set-baseline.ts";
import type { KeptFileKeeper } from "../../run/import/keep-file.ts";
import type { ImportInput } from "../../run/import/import-request.ts";
import type { UploadSource } from "../../run/record/upload-source.ts";
import type { Importing } from "../importing.ts";
import { NotedRuns } from "../noted-runs.ts";
import { sampleSource } from "../sample-source.ts";
import type { Sample } from "../sample-source.ts";

type Source = readonly Sample[] | UploadSource;
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** Enough to know how they scatter. */
const LEVEL_RUNS = 4;
/** A minute of forty requests a second. */
const REQUESTS = 2_400;

/** Uploads one run after the other; no two have the same latencies, and each time they are the same. */
export class Making {
  readonly importing: Importing;
  readonly #runs: NotedRuns;
  #seed = 0;

  constructor(importing: Importing) {
    this.importing = importing;
    this.#runs = new NotedRuns(importing);
  }

  samples(slower = 1): Sample[] {
    return this.#runs.samples(++this.#seed, slower).slice(0, REQUESTS);
  }

  async upload(
    experiment: string,
    source: Source,
    more: Parameters = {},
    input: Partial<ImportInput> = {},
  ): Promise<string> {
    const given = "open" in source ? source : sampleSource(source);
    return (await this.importing.upload({ experiment, ...more }, given, input)).answer.run.id;
  }

  /** Uploads a run and decides it. */
  async run(experiment: string, source: Source, more: Parameters = {}): Promise<string> {
    const runId = await this.upload(experiment, source, more);
    await this.importing.decide(runId);
    return runId;
  }

  async level(experiment: string, more: Parameters = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 1; at <= LEVEL_RUNS; at++)
      ids.push(await this.run(experiment, this.samples(), { ...more, commit: `c0ffee${at}` }));
    return ids;
  }

  async setBaseline(runId: string): Promise<void> {
    const { experimentId } = await this.importing.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: runId } }),
    );
    await setBaseline({ ctx: this.importing.home.owner, input: { experimentId, runId } });
    await this.importing.decideAll();
  }
}

/** What a tool printed at its end: no samples, and percentiles as it states them. */
export function totalsSource(name: string, micros: Record<string, number>): UploadSource {
  const requests = 10_000;
  const source = sampleSource(
    [],
    { accepted: 1, source: "quoted", clock: "none", durationSeconds: 100 },
    (sink) =>
      sink.total(ALL_REQUESTS, {
        requests,
        errors: 3,
        items: requests,
        bytes: 0,
        sumMicros: requests * 20_000,
        minMicros: null,
        maxMicros: 900_000,
        distribution: { kind: "quoted", micros },
      }),
  );
  return { ...source, digest: async () => Buffer.from(name.padEnd(32)) };
}

/** A store that says it has everything. */
export const KEEPER: KeptFileKeeper = {
  start: () => undefined,
  skip: () => undefined,
  finish: async () => ({ bytes: 5, encoding: "zstd", files: [{ name: "results", bytes: 10 }] }),
  abandon: async () => undefined,
};
