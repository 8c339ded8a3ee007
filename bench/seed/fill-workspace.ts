import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "@headroom/db";
import { seedWorkspace } from "@headroom/db/testing";
import type { SeededWorkspace } from "@headroom/db/testing";
import { drawnJtl } from "../drawn-results.ts";

export interface Instance {
  ingestUrl: string;
  databaseUrl: string;
}

export interface Filling {
  workspace: string;
  experiments: number;
  runs: number;
  services: number;
  deep: number;
  detailed: number;
}

export interface Filled extends SeededWorkspace {
  workspaceId: string;
  templateRunId: string;
  ownerSignInPath: string;
}

const TEMPLATE = { requests: 36_000, seconds: 360, labels: 8 };
const TARGETS = ["throughput >= 80/s", "p99 <= 650 ms", "error rate <= 1 %"];

/** Uploads one run as CI does, then copies it inside the database. */
export async function fillWorkspace(instance: Instance, filling: Filling): Promise<Filled> {
  const provisioned = await provision(instance, filling.workspace);
  const templateRunId = await upload(instance, provisioned.ingestToken);
  const db = openDatabase({ url: instance.databaseUrl, maxConnections: 2 });
  try {
    const workspaceId = await db.lookup.workspaceBySlug(filling.workspace);
    if (workspaceId === null) throw new Error(`workspace ${filling.workspace} not found`);
    const seeded = await seedWorkspace(instance.databaseUrl, { ...filling, workspaceId, templateRunId });
    return { ...seeded, workspaceId, templateRunId, ownerSignInPath: provisioned.ownerSignInPath };
  } finally {
    await db.close();
  }
}

interface Provisioned {
  ingestToken: string;
  ownerSignInPath: string;
}

async function provision({ databaseUrl }: Instance, workspace: string): Promise<Provisioned> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["src/provision.ts", "--workspace", workspace],
    {
      cwd: join(import.meta.dirname, "../../apps/ingest"),
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  );
  return JSON.parse(stdout) as Provisioned;
}

/** The same file under the same name is the same run, so filling a workspace further uploads nothing new. */
async function upload({ ingestUrl }: Instance, token: string): Promise<string> {
  const query = new URLSearchParams({ service: "Template", experiment: "Template", run: "template" });
  for (const target of TARGETS) query.append("target", target);
  const answer = await fetch(`${ingestUrl}/v1/runs?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": "template" },
    body: drawnJtl(TEMPLATE).slice(),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 1_000)}`);
  const { run } = (await answer.json()) as { run: { id: string } };
  return run.id;
}
