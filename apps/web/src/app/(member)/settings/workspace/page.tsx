import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { WorkspacePage } from "../../../../features/settings/workspace-page.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Workspace · Headroom" };

export default async function Workspace() {
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const [settings, demo] = await Promise.all([caller.settings.workspace(), caller.demo.state()]);
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Workspace" }]} viewer={viewer}>
      <WorkspacePage
        settings={settings}
        workspaceName={workspaceName}
        hasDemo={demo !== null && demo.status !== "removing" && mayDo(ctx.actor, "edit")}
        mayManage={mayDo(ctx.actor, "manage")}
      />
    </Shell>
  );
}
