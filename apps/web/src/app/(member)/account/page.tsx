import type { Metadata } from "next";
import { getOwnAccount, listOwnWeeklyMails, listSessions, listSignInServices } from "@headroom/services";
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
  const [viewer, own, sessions, weekly] = await Promise.all([
    readViewer(),
    getOwnAccount({ services: services(), session }),
    listSessions({ services: services(), session }),
    listOwnWeeklyMails({ services: services(), session }),
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
          weekly={{
            addressConfirmed: weekly.addressConfirmed,
            rows: weekly.workspaces.map(({ on, ...workspace }) => ({
              ...workspace,
              on: on === null ? null : { timeZone: on.timeZone, dueAt: on.dueAt.toISOString() },
            })),
          }}
          timeZone={viewer.timeZone}
        />
      </TrpcProvider>
    </Shell>
  );
}
