import type { Metadata } from "next";
import { ApiReferencePage } from "../../../features/api-reference/api-reference-page.tsx";
import { prepareApiReference } from "../../../features/api-reference/prepare-api-reference.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";

export const metadata: Metadata = { title: "API · Headroom" };

export default async function ApiReference() {
  const viewer = await readViewer();
  return (
    <Shell crumbs={[{ label: "API" }]} viewer={viewer}>
      <ApiReferencePage model={prepareApiReference()} ingestUrl={env().HEADROOM_INGEST_URL} />
    </Shell>
  );
}
