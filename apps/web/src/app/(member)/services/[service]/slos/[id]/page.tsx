import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { Shell } from "../../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../../features/shell/viewer.ts";
import { slosAddress } from "../../../../../../features/slo/addresses.ts";
import { SloPage } from "../../../../../../features/slo/slo-page.tsx";
import { orNotFound, serverCaller } from "../../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

const readSlo = cache(async (id: string) => orNotFound((await serverCaller()).slo.watch({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slo } = await readSlo((await params).id);
  return { title: `${slo.name} · Headroom` };
}

export default async function Slo({ params }: Props) {
  const { id } = await params;
  const [watched, caller, viewer, { ctx }] = await Promise.all([
    readSlo(id),
    serverCaller(),
    readViewer(),
    requireSignedIn(),
  ]);
  const { slo } = watched;
  const [alert, openSlo] = await orNotFound(
    Promise.all([caller.slo.alert({ id }), caller.slo.openSlo({ id })]),
  );
  const { slug, name } = slo.service;
  const crumbs = [
    { label: "Services", href: "/services" },
    { label: name, href: `/services/${encodeURIComponent(slug)}` },
    { label: "SLOs", href: slosAddress(slug) },
    { label: slo.name },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      <SloPage
        watched={watched}
        alert={alert}
        openSlo={openSlo}
        timeZone={viewer.timeZone}
        mayEdit={mayDo(ctx.actor, "edit")}
        mayManage={mayDo(ctx.actor, "manage")}
      />
    </Shell>
  );
}
