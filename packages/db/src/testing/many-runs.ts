import { parseArgs } from "node:util";
import pg from "pg";
import { migrationUrl } from "../env.ts";
import { seedWorkspace } from "./seed.ts";

/**
 * For journeys with long lists: copies of an uploaded run in as many experiments as wanted. `deep` of them are in the first,
 * and older than the others. With `numbered`, the number of a run in its experiment is also the value of that label.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { run: text, experiments: text, runs: text, deep: { ...text, default: "0" }, numbered: text },
  });
  const { run: templateRunId = "", numbered } = values;
  const databaseUrl = migrationUrl() ?? "";
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select workspace_id as id from run where id = $1", [
      templateRunId,
    ]);
    const workspaceId = rows[0]?.id ?? "";
    const runs = Number(values.runs);
    await seedWorkspace(databaseUrl, {
      workspaceId,
      templateRunId,
      services: 1,
      experiments: Number(values.experiments),
      runs,
      deep: Number(values.deep),
      detailed: runs,
    });
    await client.query(
      "select set_config('role', 'headroom_app', false), set_config('app.workspace', $1, false)",
      [workspaceId],
    );
    // Short enough for a column on paper.
    await client.query(
      "update experiment set name = replace(name, 'Seeded e', 'E'), group_name = null where slug like 'seeded-%'",
    );
    if (numbered === undefined) return;
    await client.query(
      "update run set configuration = configuration || jsonb_build_object($2::text, number::text) where id <> $1",
      [templateRunId, numbered],
    );
  } finally {
    await client.end();
  }
}

await main();
