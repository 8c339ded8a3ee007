import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { Muted, PageHead } from "@headroom/ui";
import { MayNotEdit } from "../../../../../../features/experiment/may-not-edit.tsx";
import { Shell } from "../../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../../features/shell/viewer.ts";
import { slosAddress } from "../../../../../../features/slo/addresses.ts";
import { SloForm } from "../../../../../../features/slo/slo-form.tsx";
import { requireSignedIn } from "../../../../../../server/session.ts";
import { decodedSlug } from "../../decoded-slug.ts";
import { readLabels } from "./read-labels.ts";

export const metadata: Metadata = { title: "New SLO · Headroom" };

interface Props {
  params: Promise<{ service: string }>;
}

export default async function NewSlo({ params }: Props) {
  const slug = decodedSlug((await params).service);
  const [{ name, labels }, viewer, { ctx }] = await Promise.all([
    readLabels(slug),
    readViewer(),
    requireSignedIn(),
  ]);
  const crumbs = [
    { label: "Services", href: "/services" },
    { label: name, href: `/services/${encodeURIComponent(slug)}` },
    { label: "SLOs", href: slosAddress(slug) },
    { label: "New SLO" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      {mayDo(ctx.actor, "edit") ? (
        <>
          <PageHead
            eyebrow={<bdi className="wrap-anywhere">{name}</bdi>}
            sentence={
              <>
                New SLO. <Muted>Which share of requests has to be good, and over which time?</Muted>
              </>
            }
          />
          <SloForm slo={null} service={slug} labels={labels} timeZone={viewer.timeZone} />
        </>
      ) : (
        <MayNotEdit back={slosAddress(slug)} />
      )}
    </Shell>
  );
}
