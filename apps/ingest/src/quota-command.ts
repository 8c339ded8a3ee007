import { HeadroomError, isHeadroomError } from "@headroom/core";
import { getQuotaUse, listQuotas, openServices, setQuota, systemContext } from "@headroom/services";
import type { QuotaUse, Services } from "@headroom/services";
import { readProvisionEnv } from "./env.ts";
import { asOption, quotaLines, readQuotaCall, USAGE } from "./quota-words.ts";
import type { QuotaCall } from "./quota-words.ts";

/** The operator's command for quotas: sets one, or says what is used. Exit code 2: the call was wrong. */
const call = readQuotaCall(process.argv.slice(2));
if (call === null) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  const services = openServices({ url: readProvisionEnv().DATABASE_URL, maxConnections: 2 });
  try {
    for (const line of quotaLines(await answer(services, call))) process.stdout.write(`${line}\n`);
  } catch (error) {
    if (!isHeadroomError(error)) throw error;
    process.stderr.write(`${[asOption(error.message), error.hint ?? ""].join("\n").trim()}\n`);
    process.exitCode = 1;
  } finally {
    await services.db.close();
  }
}

async function answer(services: Services, { slug, changes }: QuotaCall): Promise<QuotaUse[]> {
  if (slug === null) return listQuotas({ services });
  const ctx = systemContext(services, await requireWorkspace(services, slug));
  if (changes !== null) await setQuota({ ctx, input: changes });
  return [await getQuotaUse({ ctx })];
}

async function requireWorkspace(services: Services, slug: string): Promise<string> {
  const id = await services.db.lookup.workspaceBySlug(slug);
  if (id === null)
    throw new HeadroomError("not-found", `There is no workspace "${slug}".`, {
      hint: "Owners find the name to use here under Settings, Usage.",
    });
  return id;
}
