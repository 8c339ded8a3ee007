import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { Muted, PageHead } from "@headroom/ui";
import { MayNotEdit } from "../../../../../../../features/experiment/may-not-edit.tsx";
import { Shell } from "../../../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../../../features/shell/viewer.ts";
import { sloAddress, slosAddress } from "../../../../../../../features/slo/addresses.ts";
import { SloForm } from "../../../../../../../features/slo/slo-form.tsx";
import { orNotFound, serverCaller } from "../../../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

const readSlo = cache(async (id: string) => orNotFound((await serverCaller()).slo.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readSlo((await params).id);
  return { title: `Edit ${name} · Headroom` };
}

export default async function EditSlo({ params }: Props) {
  const { id } = await params;
  const [slo, viewer, { ctx }] = await Promise.all([readSlo(id), readViewer(), requireSignedIn()]);
  const { slug, name } = slo.service;
  const crumbs = [
    { label: "Services", href: "/services" },
    { label: name, href: `/services/${encodeURIComponent(slug)}` },
    { label: "SLOs", href: slosAddress(slug) },
    { label: slo.name, href: sloAddress(slug, id) },
    { label: "Edit" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      {mayDo(ctx.actor, "edit") ? (
        <>
          <PageHead
            eyebrow={<bdi className="wrap-anywhere">{name}</bdi>}
            sentence={
              <>
                <bdi>{slo.name}</bdi> <Muted>A new objective counts from now on.</Muted>
              </>
            }
          />
          <SloForm slo={slo} service={slug} labels={[]} timeZone={viewer.timeZone} />
        </>
      ) : (
        <MayNotEdit back={sloAddress(slug, id)} />
      )}
    </Shell>
  );
}
