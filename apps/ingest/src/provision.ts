import { parseArgs } from "node:util";
import { openServices } from "@headroom/services";
import { readProvisionEnv } from "./env.ts";
import { DEMO_WORKSPACE, provisionWorkspace, workspaceOfSlug } from "./provision-workspace.ts";

/**
 * The admin command of the set-up: run after the migrations, prints one JSON object. `--workspace <slug>` for another
 * than the demo workspace.
 */
const { values } = parseArgs({ options: { workspace: { type: "string", default: DEMO_WORKSPACE.slug } } });
const env = readProvisionEnv();
const services = openServices({ url: env.DATABASE_URL, maxConnections: 2 });
try {
  const provisioned = await provisionWorkspace(services, workspaceOfSlug(values.workspace), {
    ingestToken: env.HEADROOM_LOCAL_INGEST_TOKEN ?? null,
    readToken: env.HEADROOM_LOCAL_READ_TOKEN ?? null,
  });
  process.stdout.write(`${JSON.stringify(provisioned)}\n`);
} finally {
  await services.db.close();
}
