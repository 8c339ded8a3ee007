import { randomUUID } from "node:crypto";
import type pg from "pg";

interface OperatorEntry {
  workspaceId: string;
  action: "workspace.export" | "workspace.import";
  detail: Readonly<Record<string, string>>;
  at: Date;
}

/** What the people of a workspace should be able to see that the operator of the server did with it. */
export async function writeAudit(
  client: pg.Client,
  { workspaceId, action, detail, at }: OperatorEntry,
): Promise<void> {
  await client.query(
    `insert into public.audit_entry (id, workspace_id, at, actor_kind, action, subject_kind, subject_id, detail)
     values ($1, $2, $3, 'system', $4, 'workspace', $2::uuid::text, $5)`,
    [randomUUID(), workspaceId, at, action, detail],
  );
}
