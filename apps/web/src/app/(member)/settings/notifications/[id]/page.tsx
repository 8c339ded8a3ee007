import type { Metadata } from "next";
import { DeliveryPage } from "../../../../../features/notification/delivery-page.tsx";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, ownersOnly, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";

export const metadata: Metadata = { title: "Delivery · Headroom" };

export default async function Delivery({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const delivery = await ownersOnly(orNotFound(caller.notification.delivery({ id })));
  const crumbs = [
    { label: workspaceName },
    { label: "Notifications", href: "/settings/notifications" },
    { label: "Delivery" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <DeliveryPage delivery={delivery} timeZone={viewer.timeZone} />
    </Shell>
  );
}
