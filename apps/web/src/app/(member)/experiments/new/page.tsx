import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { Muted, PageHead } from "@headroom/ui";
import { ExperimentForm } from "../../../../features/experiment/experiment-form.tsx";
import { MayNotEdit } from "../../../../features/experiment/may-not-edit.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";
import { TrpcProvider } from "../../../../trpc/client.tsx";

export const metadata: Metadata = { title: "New experiment · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewExperiment({ searchParams }: Props) {
  const { service } = await searchParams;
  const [{ ctx }, viewer, caller] = await Promise.all([requireSignedIn(), readViewer(), serverCaller()]);
  const crumbs = [{ label: "Experiments", href: "/experiments" }, { label: "New experiment" }];
  if (!mayDo(ctx.actor, "edit")) {
    return (
      <Shell crumbs={crumbs} viewer={viewer}>
        <MayNotEdit back="/experiments" />
      </Shell>
    );
  }
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <TrpcProvider>
        <PageHead
          eyebrow={<span>New experiment</span>}
          sentence={
            <>
              What do you test, and what do you expect?{" "}
              <Muted>Upload its first run later, here or from CI.</Muted>
            </>
          }
        />
        <ExperimentForm
          experiment={null}
          service={typeof service === "string" ? service.slice(0, 200) : ""}
          suggestions={await caller.experiment.suggestions()}
        />
      </TrpcProvider>
    </Shell>
  );
}
