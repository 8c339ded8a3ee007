import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { MembersPage } from "../../../../features/settings/members-page.tsx";
import { prepareMembers } from "../../../../features/settings/prepare-members.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { accounts } from "../../../../server/accounts.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Members · Headroom" };

export default async function Members() {
  const [{ ctx, person, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const mayManage = mayDo(ctx.actor, "manage");
  const [members, invitations] = await Promise.all([
    caller.settings.members(),
    mayManage ? caller.settings.invitations() : [],
  ]);
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Members" }]} viewer={viewer}>
      <MembersPage
        model={prepareMembers(members, invitations, person.id)}
        workspaceName={workspaceName}
        mayManage={mayManage}
        mailIsSent={accounts().settings.mailIsSent}
        timeZone={viewer.timeZone}
      />
    </Shell>
  );
}
