import type { Database } from "../database.ts";

interface Lent {
  db: Database;
  end: () => Promise<void>;
}

/** The database until its borrower's end: that waits for what is under way, and then refuses anything more. */
export function lend(database: Database): Lent {
  const underWay = new Set<Promise<unknown>>();
  let hasEnded = false;

  function during(start: () => Promise<unknown>): Promise<unknown> {
    if (hasEnded) return Promise.reject(new Error("This test file's database was given back."));
    const work = start();
    const forget = () => underWay.delete(work);
    underWay.add(work);
    work.then(forget, forget);
    return work;
  }

  const guard = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === "object" && member !== null) return guard(member);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) =>
          during(async () => (await Reflect.apply(member, target, args)) as unknown);
      },
    });

  async function end(): Promise<void> {
    hasEnded = true;
    await Promise.allSettled(underWay);
  }

  return { db: { ...guard(database), lookup: guard(database.lookup), close: end }, end };
}
