import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { prepareUsage } from "../../../../features/settings/prepare-usage.ts";
import { UsagePage } from "../../../../features/settings/usage-page.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Usage · Headroom" };

export default async function Usage() {
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const usage = await caller.settings.usage();
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Usage" }]} viewer={viewer}>
      <UsagePage
        model={prepareUsage(usage)}
        slug={usage.workspace}
        storage={usage.storage}
        workspaceName={workspaceName}
        mayManage={mayDo(ctx.actor, "manage")}
      />
    </Shell>
  );
}
