import { openServices } from "@headroom/services";
import { readProvisionEnv } from "./env.ts";
import { provisionDemo } from "./provision-demo.ts";

/** The admin command of the local set-up: run after the migrations, prints one JSON object. */
const env = readProvisionEnv();
const services = openServices({ url: env.DATABASE_URL, maxConnections: 2 });
try {
  const provisioned = await provisionDemo(services, {
    ingestToken: env.HEADROOM_LOCAL_INGEST_TOKEN ?? null,
    readToken: env.HEADROOM_LOCAL_READ_TOKEN ?? null,
  });
  process.stdout.write(`${JSON.stringify(provisioned)}\n`);
} finally {
  await services.db.close();
}
