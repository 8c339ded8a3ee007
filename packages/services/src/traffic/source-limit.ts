import { countMetricSources } from "@headroom/db";
import type { MetricsOwner, WorkspaceTx } from "@headroom/db";

/** How many sources a service or live run can have, each with what it said last. */
export const MAX_METRIC_SOURCES = 100_000;

/** Lets in as many sources as there is room for; the others aren't counted. */
export class SourceRoom {
  #left: number;
  readonly #out = new Set<string>();

  private constructor(left: number) {
    this.#left = left;
  }

  /** `fresh`: how many sources weren't known. Without any, nothing has to be counted. */
  static async open(
    tx: WorkspaceTx,
    owner: MetricsOwner,
    { fresh, most }: { fresh: number; most: number },
  ): Promise<SourceRoom> {
    return new SourceRoom(fresh === 0 ? 0 : most - (await countMetricSources(tx, owner, most)));
  }

  /** Whether a source that wasn't known may be. */
  admits(key: string): boolean {
    if (this.#left <= 0) {
      this.#out.add(key);
      return false;
    }
    this.#left -= 1;
    return true;
  }

  get isFull(): boolean {
    return this.#out.size > 0;
  }
}
