import type { Metadata } from "next";
import { CiIdentitiesPage } from "../../../../features/settings/ci-identities-page.tsx";
import { prepareCiIdentities } from "../../../../features/settings/prepare-ci-identities.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { ownersOnly, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "CI identities · Headroom" };

export default async function CiIdentities() {
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { list, services } = await ownersOnly(caller.settings.ciIdentities());
  const names = new Map(services.map(({ slug, name }) => [slug, name]));
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "CI identities" }]} viewer={viewer}>
      <CiIdentitiesPage
        model={prepareCiIdentities(list, names)}
        services={services}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
      />
    </Shell>
  );
}
