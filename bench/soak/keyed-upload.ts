import { setTimeout as delay } from "node:timers/promises";
import type { Local } from "./installation.ts";

export interface Answered {
  status: number;
  code: string;
  runId: string | null;
  requests: number | null;
  millis: number;
}

const FIRST_MILLIS = Date.UTC(2022, 10, 25);
const AGAIN_WITHIN_MILLIS = 120_000;

/** A JMeter CSV of so many requests. */
export function smallJtl(rows: number, shift = 0): Buffer {
  const lines = ["timeStamp,elapsed,label,responseCode,success,bytes"];
  for (let row = 0; row < rows; row += 1) {
    lines.push(
      `${FIRST_MILLIS + Math.floor(row / 5)},${20 + ((row + shift) % 180)},GET /${row % 40},200,true,1024`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** Uploads once. Status 0: no answer came. */
export async function uploadOnce(
  { ingestUrl, ingestToken }: Pick<Local, "ingestUrl" | "ingestToken">,
  body: Buffer,
  { query, key }: { query: string; key?: string },
): Promise<Answered> {
  const began = performance.now();
  try {
    const answer = await fetch(`${ingestUrl}/v1/runs?service=chaos&experiment=chaos${query}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ingestToken}`,
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      body: new Uint8Array(body),
    });
    const read = (await answer.json()) as {
      code?: string;
      run?: { id?: string };
      summary?: { requests?: number };
    };
    return {
      status: answer.status,
      code: read.code ?? "",
      runId: read.run?.id ?? null,
      requests: read.summary?.requests ?? null,
      millis: performance.now() - began,
    };
  } catch {
    return { status: 0, code: "no answer", runId: null, requests: null, millis: performance.now() - began };
  }
}

/** Repeats an upload under its key until it is stored, like the command line. */
export async function uploadUntilStored(
  local: () => Local,
  body: Buffer,
  { query, key }: { query: string; key: string },
): Promise<Answered> {
  const began = performance.now();
  for (;;) {
    const answered = await uploadOnce(local(), body, { query, key });
    if (answered.status === 201) return answered;
    if (performance.now() - began > AGAIN_WITHIN_MILLIS) return answered;
    await delay(250);
  }
}
