import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { AllSlosPage } from "../../../features/slo/all-slos-page.tsx";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "SLOs · Headroom" };

export default async function AllSlos() {
  const [caller, viewer, { ctx }] = await Promise.all([serverCaller(), readViewer(), requireSignedIn()]);
  const [slos, services] = await Promise.all([caller.slo.all(), caller.peakDay.services()]);
  return (
    <Shell
      crumbs={[{ label: "Services", href: "/services" }, { label: "SLOs" }]}
      viewer={viewer}
      page="services"
    >
      <AllSlosPage slos={slos} services={services} mayEdit={mayDo(ctx.actor, "edit")} />
    </Shell>
  );
}
