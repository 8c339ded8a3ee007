import type { Metadata } from "next";
import { prepareUnsure } from "../../../../features/run/verdict/prepare-unsure.ts";
import { UnsureRuns } from "../../../../features/run/verdict/unsure-runs.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";

export const metadata: Metadata = { title: "Unsure runs · Headroom" };

export default async function Unsure() {
  const caller = await serverCaller();
  const [runs, viewer] = await Promise.all([caller.run.unsure(), readViewer()]);
  return (
    <Shell crumbs={[{ label: "Unsure runs" }]} viewer={viewer}>
      <UnsureRuns model={prepareUnsure(runs)} timeZone={viewer.timeZone} />
    </Shell>
  );
}
