import type { Metadata } from "next";
import { AuditPage } from "../../../../features/settings/audit-page.tsx";
import { AUDIT_ABOUT } from "../../../../features/settings/audit-words.ts";
import { readAuditQuery } from "../../../../features/settings/audit-search-params.ts";
import { prepareAudit } from "../../../../features/settings/prepare-audit.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { ownersOnly, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Audit log · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Audit({ searchParams }: Props) {
  const query = readAuditQuery(await searchParams);
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { actions } = AUDIT_ABOUT[query.about];
  const page = await ownersOnly(caller.settings.audit({ actions: [...actions], before: query.before }));
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Audit log" }]} viewer={viewer}>
      <AuditPage
        model={prepareAudit(page, query.about)}
        query={query}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
      />
    </Shell>
  );
}
