import { seededRandom } from "@headroom/core";

/** The statements of an upload that it sends once and nothing else does, in their order. */
const STATEMENTS = {
  "claiming the key": /^insert into idempotency_key/,
  "creating the run": /^INSERT INTO "public"\."run" /,
  "creating the part": /^INSERT INTO "public"\."part" /,
  "writing cells": /^copy run_cell/,
  "writing totals": /^insert into part_total/,
  "ranking labels": /^insert into run_label/,
  "noting the end": /^insert into run_notice/,
  "answering under the key": /^UPDATE "public"\."idempotency_key"/,
  "counting the usage": /^insert into usage_slot/,
} as const;

/** The last one is the commit that publishes: the client must get an answer that repeats, whether or not it happened. */
const COMMIT = "committing";

type Point = keyof typeof STATEMENTS | typeof COMMIT;
export const UPLOAD_POINTS = [...(Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[]), COMMIT] as const;

export interface Fault {
  /** The process is killed, or it loses the database and is killed afterwards. */
  kind: "kill" | "cut";
  /** What the process was about to send. */
  point: Point;
}

export function planFaults(seed: number, count: number): Fault[] {
  const chance = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const point = UPLOAD_POINTS[Math.floor(chance() * UPLOAD_POINTS.length)] ?? COMMIT;
    return { kind: chance() < 0.5 ? "kill" : "cut", point };
  });
}

/** Says of each statement in turn whether it is the point. */
export function pointReader(point: Point): (statement: string, connection: object) => boolean {
  if (point !== COMMIT) return (statement) => STATEMENTS[point].test(statement.trimStart());
  let publishing: object | null = null;
  return (statement, connection) => {
    if (STATEMENTS["counting the usage"].test(statement.trimStart())) publishing = connection;
    return connection === publishing && /^commit/i.test(statement.trimStart());
  };
}
