import type { Services } from "./context.ts";

/**
 * Says that services or runs have changed, once that is committed. A notice that fails costs nobody anything: the pages that
 * wait for it look again a few seconds later.
 */
export async function announce({ db }: Pick<Services, "db">, ids: readonly string[]): Promise<void> {
  await db.notify(ids).catch(() => undefined);
}
