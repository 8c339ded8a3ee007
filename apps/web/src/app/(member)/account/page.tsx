import type { Metadata } from "next";
import { getOwnAccount, listSessions, listSignInServices } from "@headroom/services";
import { AccountPage } from "../../../features/account/account-page.tsx";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { accounts } from "../../../server/accounts.ts";
import { services } from "../../../server/services.ts";
import { requireSignedIn } from "../../../server/session.ts";
import { TrpcProvider } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "Account · Headroom" };

export default async function Account() {
  const { session } = await requireSignedIn();
  const [viewer, own, sessions] = await Promise.all([
    readViewer(),
    getOwnAccount({ services: services(), session }),
    listSessions({ services: services(), session }),
  ]);
  const known = listSignInServices(accounts().settings);
  return (
    <Shell crumbs={[{ label: "Account" }]} viewer={viewer}>
      <TrpcProvider>
        <AccountPage
          name={session.person.name}
          email={session.person.email}
          hasPassword={own.hasPassword}
          mailIsSent={accounts().settings.mailIsSent}
          services={own.services.map((id) => known.find((service) => service.id === id)?.name ?? id)}
          sessions={sessions.map(({ id, device, createdAt, lastSeenAt, current }) => ({
            id,
            device: device ?? "Unknown browser",
            openedAt: createdAt.toISOString(),
            seenAt: lastSeenAt?.toISOString() ?? null,
            current,
          }))}
          timeZone={viewer.timeZone}
        />
      </TrpcProvider>
    </Shell>
  );
}
