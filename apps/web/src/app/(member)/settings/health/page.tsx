import type { Metadata } from "next";
import { HealthPage } from "../../../../features/settings/health-page.tsx";
import { prepareHealth } from "../../../../features/settings/prepare-health.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, ownersOnly, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Health · Headroom" };

export default async function Health() {
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const health = await orNotFound(ownersOnly(caller.settings.health()));
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Health" }]} viewer={viewer}>
      <HealthPage model={prepareHealth(health)} workspaceName={workspaceName} timeZone={viewer.timeZone} />
    </Shell>
  );
}
