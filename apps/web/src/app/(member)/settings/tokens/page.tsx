import type { Metadata } from "next";
import { TokensPage } from "../../../../features/settings/tokens-page.tsx";
import { prepareTokens } from "../../../../features/settings/prepare-tokens.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { ownersOnly, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Tokens · Headroom" };

export default async function Tokens() {
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { tokens, services } = await ownersOnly(caller.settings.tokens());
  const names = new Map(services.map(({ id, name }) => [id, name]));
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Tokens" }]} viewer={viewer}>
      <TokensPage
        model={prepareTokens(tokens, names, ctx.clock())}
        services={services}
        workspaceName={workspaceName}
        ingestUrl={env().HEADROOM_INGEST_URL}
        timeZone={viewer.timeZone}
      />
    </Shell>
  );
}
