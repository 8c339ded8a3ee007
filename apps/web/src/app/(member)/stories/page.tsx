import type { Metadata } from "next";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { storiesOf } from "../../../features/story/find-stories.ts";
import { StoriesPage } from "../../../features/story/stories-page.tsx";
import { serverCaller } from "../../../server/server-caller.ts";

export const metadata: Metadata = { title: "Stories · Headroom" };

export default async function Stories() {
  const [viewer, caller] = await Promise.all([readViewer(), serverCaller()]);
  const { tags } = await caller.catalog.choices();
  return (
    <Shell crumbs={[{ label: "Stories" }]} viewer={viewer}>
      <StoriesPage stories={storiesOf(tags)} />
    </Shell>
  );
}
