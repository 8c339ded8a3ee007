import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { DeletedRuns } from "../../../../features/run/gone/deleted-runs.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Deleted runs · Headroom" };

export default async function Deleted() {
  const caller = await serverCaller();
  const [{ runs }, viewer, { ctx }] = await Promise.all([
    caller.run.deleted({}),
    readViewer(),
    requireSignedIn(),
  ]);
  return (
    <Shell crumbs={[{ label: "Deleted runs" }]} viewer={viewer}>
      <DeletedRuns runs={runs} timeZone={viewer.timeZone} mayEdit={mayDo(ctx.actor, "edit")} />
    </Shell>
  );
}
