import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { FirstRunPage } from "../../../features/first-run/first-run-page.tsx";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";
import { TrpcProvider } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "First run · Headroom" };

export default async function FirstRun() {
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { HEADROOM_WEB_URL, HEADROOM_INGEST_URL } = env();
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "First run" }]} viewer={viewer}>
      <TrpcProvider>
        <FirstRunPage
          known={await caller.firstRun.state()}
          urls={{ webUrl: HEADROOM_WEB_URL, ingestUrl: HEADROOM_INGEST_URL }}
          mayMakeTokens={mayDo(ctx.actor, "manage")}
        />
      </TrpcProvider>
    </Shell>
  );
}
