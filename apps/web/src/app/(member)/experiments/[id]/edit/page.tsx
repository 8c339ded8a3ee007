import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { Muted, PageHead } from "@headroom/ui";
import { ExperimentForm } from "../../../../../features/experiment/experiment-form.tsx";
import { RenameService } from "../../../../../features/experiment/rename-service.tsx";
import { MayNotEdit } from "../../../../../features/experiment/may-not-edit.tsx";
import { experimentAddress } from "../../../../../features/experiment/search-params.ts";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";
import { TrpcProvider } from "../../../../../trpc/client.tsx";
import { readExperiment } from "../read-experiment.ts";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readExperiment((await params).id);
  return { title: `Edit ${name} · Headroom` };
}

export default async function EditExperiment({ params }: Props) {
  const { id } = await params;
  const [experiment, viewer, { ctx }, caller] = await Promise.all([
    readExperiment(id),
    readViewer(),
    requireSignedIn(),
    serverCaller(),
  ]);
  const crumbs = [
    {
      label: experiment.service.name,
      href: serviceAddress(experiment.service.slug),
    },
    { label: experiment.name, href: experimentAddress(id) },
    { label: "Edit" },
  ];
  if (!mayDo(ctx.actor, "edit")) {
    return (
      <Shell crumbs={crumbs} viewer={viewer}>
        <MayNotEdit back={experimentAddress(id)} />
      </Shell>
    );
  }
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <TrpcProvider>
        <PageHead
          eyebrow={
            <>
              <span className="wrap-anywhere">{experiment.service.name}</span>
              <RenameService service={experiment.service} />
            </>
          }
          sentence={
            <>
              <span dir="auto">{experiment.name}</span>{" "}
              <Muted>What it tests, and what you expect of it.</Muted>
            </>
          }
        />
        <ExperimentForm experiment={experiment} suggestions={await caller.experiment.suggestions()} />
      </TrpcProvider>
    </Shell>
  );
}
