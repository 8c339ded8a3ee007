import { claimInstance, sweep, type Instance, type Swept } from "@headroom/db";
import type { Services } from "../context.ts";

/**
 * The uploads of this process. It holds the process's lock in the database, without which nothing is written, and
 * knows what is being written, so that the sweep can tell what a failed clean-up left behind.
 */
export class Uploads {
  private readonly services: Services;
  private readonly parts = new Map<string, number>();
  private readonly claims = new Map<string, number>();
  private claiming: Promise<Instance> | null = null;

  constructor(services: Services) {
    this.services = services;
  }

  /** The number that marks what this process writes. Throws `unavailable` while the database cannot be reached. */
  async instance(): Promise<number> {
    this.claiming ??= claimInstance(this.services.db.directUrl).catch((error: unknown) => {
      this.claiming = null;
      throw error;
    });
    return (await this.claiming).number();
  }

  /** Marks a part as being written for as long as `work` runs. */
  async whileWriting<T>(partId: string, work: () => Promise<T>): Promise<T> {
    return during(this.parts, partId, work);
  }

  /** Marks a key as claimed for as long as `work` runs. */
  async whileClaimed<T>(workspaceId: string, key: string, work: () => Promise<T>): Promise<T> {
    return during(this.claims, claimName(workspaceId, key), work);
  }

  /** Removes what dead processes left, and what this one failed to remove when the database was away. */
  async sweep(): Promise<Swept> {
    await this.giveUpForgotten(await this.instance());
    return sweep(this.services.db);
  }

  /** Gives the lock back; whatever is unpublished may be swept by others. */
  async close(): Promise<void> {
    const claimed = await this.claiming?.catch(() => null);
    await claimed?.release();
  }

  private async giveUpForgotten(instance: number): Promise<void> {
    await this.services.db.asJobs(async (tx) => {
      await tx.prisma.part.updateMany({
        where: { instance, state: "writing", id: { notIn: [...this.parts.keys()] } },
        data: { state: "failed" },
      });
      const claimed = await tx.prisma.idempotencyKey.findMany({
        where: { instance, state: "claimed" },
        select: { workspaceId: true, key: true },
      });
      for (const { workspaceId, key } of claimed) {
        if (this.claims.has(claimName(workspaceId, key))) continue;
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

/** Counted, because two requests may name the same key while only one of them holds it. */
async function during<T>(marks: Map<string, number>, mark: string, work: () => Promise<T>): Promise<T> {
  marks.set(mark, (marks.get(mark) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (marks.get(mark) ?? 1) - 1;
    if (left === 0) marks.delete(mark);
    else marks.set(mark, left);
  }
}
