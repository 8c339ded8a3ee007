import type { Metadata } from "next";
import { NotificationsPage } from "../../../../features/notification/notifications-page.tsx";
import { readDeliveryQuery } from "../../../../features/notification/search-params.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, ownersOnly, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Notifications · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Notifications({ searchParams }: Props) {
  const query = readDeliveryQuery(await searchParams);
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { channels, key, services } = await ownersOnly(caller.notification.channels());
  const { channel, slo, state, cursor } = query;
  const list = await orNotFound(
    caller.notification.deliveries({
      ...(channel === null ? {} : { channel }),
      ...(slo === null ? {} : { slo }),
      ...(state === null ? {} : { state }),
      ...(cursor === null ? {} : { cursor }),
    }),
  );
  return (
    <Shell crumbs={[{ label: workspaceName }, { label: "Notifications" }]} viewer={viewer}>
      <NotificationsPage
        channels={channels}
        services={services}
        signing={key}
        list={list}
        query={query}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
      />
    </Shell>
  );
}
