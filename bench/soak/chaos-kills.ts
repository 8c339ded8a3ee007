import { openStatementProxy, pointReader } from "@headroom/db/testing";
import type { Fault } from "@headroom/db/testing";
import type { ChaosRow } from "./chaos-row.ts";
import type { Installation } from "./installation.ts";
import { smallJtl, uploadOnce, uploadUntilStored } from "./keyed-upload.ts";
import type { Answered } from "./keyed-upload.ts";
import { startSecondIngest } from "./second-ingest.ts";

export interface Kills {
  /** `ingest`: killed or cut off from its database, as the fault says. */
  which: "ingest" | "database";
  faults: readonly Fault[];
}

const ROWS = 60_000;
const body = smallJtl(ROWS);

/**
 * Lets faults happen at chosen statements of uploads to a second ingest process. Afterwards the upload is repeated under its
 * key twice at the installation's own: it must be one run with the right number of requests, and the client can't have got an
 * answer before.
 */
export async function killDuringUploads(
  installation: Installation,
  { which, faults }: Kills,
): Promise<ChaosRow> {
  const tally = { lost: 0, doubled: 0 };
  const back: number[] = [];
  for (const [round, fault] of faults.entries()) {
    const upload = { query: "", key: `${which}-${round}` };
    const { before, struckAt, ready } = await strikeDuring(installation, { which, fault, upload });
    const readyAfter = await ready;
    const stored = await uploadUntilStored(installation.local, body, upload);
    back.push(readyAfter ?? (performance.now() - struckAt) / 1_000);
    const again = await uploadUntilStored(installation.local, body, upload);
    tally.lost += Number(stored.requests !== ROWS || before.status === 201);
    tally.doubled += Number(stored.runId !== again.runId);
  }
  const name = which === "ingest" ? "an ingest process" : "PostgreSQL";
  return {
    fault: `${faults.length} ends of ${name} at chosen statements of uploads`,
    outcome: `${faults.length - tally.lost} of ${faults.length} stored under their key`,
    ...tally,
    back,
    healthP99: null,
    memory: null,
  };
}

interface Struck {
  before: Answered;
  struckAt: number;
  /** Seconds until the installation takes uploads again; null: it never stopped. */
  ready: Promise<number> | null;
}

async function strikeDuring(
  installation: Installation,
  { which, fault, upload }: { which: Kills["which"]; fault: Fault; upload: { query: string; key: string } },
): Promise<Struck> {
  const isAt = pointReader(fault.point);
  const reached = Promise.withResolvers<Pick<Struck, "struckAt" | "ready">>();
  let strike: (() => Struck["ready"]) | null = null;
  const proxy = await openStatementProxy(installation.local().databaseUrl, (statement, connection) => {
    if (strike === null || !isAt(statement, connection)) return true;
    const now = strike;
    strike = null;
    reached.resolve({ struckAt: performance.now(), ready: now() });
    return false;
  });
  const victim = await startSecondIngest(proxy.url);
  strike = () => {
    if (which === "database") return installation.kill("database");
    if (fault.kind === "kill") void victim.kill();
    return null;
  };
  try {
    const first = uploadOnce({ ...installation.local(), ingestUrl: victim.url }, body, upload);
    const struck = await Promise.race([reached.promise, first.then(() => null)]);
    if (struck === null) throw new Error(`${upload.key}: the upload ended before ${fault.point}`);
    // Without its database, it can't answer for as long as the connection is silent.
    await proxy.close();
    await victim.kill();
    return { before: await first, ...struck };
  } finally {
    await proxy.close().catch(() => undefined);
    await victim.kill();
  }
}
