import type { Metadata } from "next";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { AllSlosPage } from "../../../features/slo/all-slos-page.tsx";
import { serverCaller } from "../../../server/server-caller.ts";

export const metadata: Metadata = { title: "SLOs · Headroom" };

export default async function AllSlos() {
  const [caller, viewer] = await Promise.all([serverCaller(), readViewer()]);
  const slos = await caller.slo.all();
  return (
    <Shell
      crumbs={[{ label: "Services", href: "/services" }, { label: "SLOs" }]}
      viewer={viewer}
      page="services"
    >
      <AllSlosPage slos={slos} />
    </Shell>
  );
}
