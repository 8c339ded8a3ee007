import { claimInstance, sweep } from "@headroom/db";
import type { Instance, Swept } from "@headroom/db";
import type { Services } from "../../context.ts";

/**
 * The uploads of this process. It holds the process's lock in the database, which every write requires, and
 * tracks what is being written, so that the sweep can recognize what a failed clean-up left behind.
 */
export class Uploads {
  readonly #services: Services;
  /** Throws `storage-full` if nothing more may be stored. For work that isn't part of an upload's request. */
  readonly assertRoom: () => void;
  readonly #parts = new Set<string>();
  // A counter: the next request may win a key just before the one that released it says so.
  readonly #keys = new Map<string, number>();
  #claiming: Promise<Instance> | null = null;

  constructor(services: Services, { assertRoom = () => undefined }: { assertRoom?: () => void } = {}) {
    this.#services = services;
    this.assertRoom = assertRoom;
  }

  /** The number that marks what this process writes. Throws `unavailable` while the database is unreachable. */
  async instance(): Promise<number> {
    this.#claiming ??= claimInstance(this.#services.db.directUrl).catch((error: unknown) => {
      this.#claiming = null;
      throw error;
    });
    return (await this.#claiming).number();
  }

  /** Marks a part as being written for as long as `work` runs. */
  async whileWriting<T>(partId: string, work: () => Promise<T>): Promise<T> {
    this.#parts.add(partId);
    try {
      return await work();
    } finally {
      this.#parts.delete(partId);
    }
  }

  /**
   * Marks a key as held by a request of this process: from before anyone can see its claim, and only by the request
   * that won it. A request that merely asks for a key must not keep alive one that an earlier request failed to release.
   */
  holdKey(workspaceId: string, key: string): void {
    const name = claimName(workspaceId, key);
    this.#keys.set(name, (this.#keys.get(name) ?? 0) + 1);
  }

  letGoOfKey(workspaceId: string, key: string): void {
    const name = claimName(workspaceId, key);
    const left = (this.#keys.get(name) ?? 1) - 1;
    if (left === 0) this.#keys.delete(name);
    else this.#keys.set(name, left);
  }

  /** Removes what dead processes left behind, and what this one couldn't remove while the database was down. */
  async sweep(): Promise<Swept> {
    await this.#giveUpForgotten(await this.instance());
    return sweep(this.#services.db);
  }

  /** Releases the lock; other processes may then sweep everything unpublished. */
  async close(): Promise<void> {
    const claimed = await this.#claiming?.catch(() => null);
    await claimed?.release();
  }

  async #giveUpForgotten(instance: number): Promise<void> {
    await this.#services.db.asJobs(async (tx) => {
      await tx.prisma.part.updateMany({
        where: { instance, state: "writing", id: { notIn: [...this.#parts] } },
        data: { state: "failed" },
      });
      const claimed = await tx.prisma.idempotencyKey.findMany({
        where: { instance, state: "claimed" },
        select: { workspaceId: true, key: true },
      });
      for (const { workspaceId, key } of claimed) {
        if (this.#keys.has(claimName(workspaceId, key))) continue;
        await tx.prisma.idempotencyKey.deleteMany({
          where: { workspaceId, key, instance, state: "claimed" },
        });
      }
    });
  }
}

function claimName(workspaceId: string, key: string): string {
  return `${workspaceId}/${key}`;
}
