import { HOUR_MILLIS } from "@headroom/core";
import { expect, it } from "vitest";
import type { WorkspaceTx } from "@headroom/db";
import { queueRunNotice } from "./queue-run-notice.ts";

const AT = Date.UTC(2026, 10, 20, 10);

async function isIdle(endedAt: number | null, silent = false): Promise<boolean> {
  const statements: string[] = [];
  const query = async (sql: string, parameters: unknown[]) => {
    statements.push(`${sql} ${JSON.stringify(parameters)}`);
    return [];
  };
  const tx = { query, noteJob: () => undefined } as unknown as WorkspaceTx;
  const times = { endedAt: endedAt === null ? null : new Date(endedAt), publishedAt: new Date(AT) };
  await queueRunNotice(tx, { id: "r", silent, ...times }, 0);
  expect(statements).toHaveLength(1);
  return /^select queue_job_later.*,true\]$/.test(statements[0] ?? "");
}

it("keeps no build waiting for results of long ago", async () => {
  expect(await isIdle(AT - 24 * HOUR_MILLIS - 1)).toBe(true);
  expect(await isIdle(AT - 24 * HOUR_MILLIS)).toBe(false);
  // Its clock is ahead.
  expect(await isIdle(AT + 48 * HOUR_MILLIS)).toBe(false);
  expect(await isIdle(null)).toBe(false);
});

it("keeps no build waiting for what is decided again", async () => {
  expect(await isIdle(AT, true)).toBe(true);
});
