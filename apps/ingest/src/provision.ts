import { parseArgs } from "node:util";
import { openServices, stopUnlessSchemaFits } from "@headroom/services";
import { readProvisionEnv } from "./env.ts";
import { DEMO_WORKSPACE, provisionWorkspace, workspaceOfSlug } from "./provision-workspace.ts";

/**
 * The admin command for setup: runs after the migrations and prints one JSON object on each line. Repeat `--workspace <slug>`
 * for workspaces other than the demo.
 */
const { values } = parseArgs({ options: { workspace: { type: "string", multiple: true } } });
const env = readProvisionEnv();
const services = openServices({ url: env.DATABASE_URL, maxConnections: 2 });
try {
  await stopUnlessSchemaFits(services);
  for (const slug of values.workspace ?? [DEMO_WORKSPACE.slug]) {
    const provisioned = await provisionWorkspace(services, workspaceOfSlug(slug), {
      ingestToken: env.HEADROOM_LOCAL_INGEST_TOKEN ?? null,
      readToken: env.HEADROOM_LOCAL_READ_TOKEN ?? null,
      manageToken: env.HEADROOM_LOCAL_MANAGE_TOKEN ?? null,
    });
    process.stdout.write(`${JSON.stringify(provisioned)}\n`);
  }
} finally {
  await services.db.close();
}
