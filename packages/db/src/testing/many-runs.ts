import { parseArgs } from "node:util";
import pg from "pg";
import { migrationUrl } from "../env.ts";
import { seedWorkspace } from "./seed.ts";

/**
 * For journeys through long lists: copies of an uploaded run in as many experiments as wanted, one in each, and all others in
 * the first. Its runs are the oldest.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { run: text, experiments: text, runs: text } });
  const { run: templateRunId = "" } = values;
  const [experiments, runs] = [Number(values.experiments), Number(values.runs)];
  const databaseUrl = migrationUrl() ?? "";
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select workspace_id as id from run where id = $1", [
    templateRunId,
  ]);
  await client.end();
  await seedWorkspace(databaseUrl, {
    workspaceId: rows[0]?.id ?? "",
    templateRunId,
    services: 1,
    experiments,
    runs,
    deep: runs - experiments,
    detailed: 0,
  });
}

await main();
