import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { NoUpload } from "../../../features/upload/no-upload.tsx";
import { parseUploadQuery } from "../../../features/upload/search-params.ts";
import { UploadPage } from "../../../features/upload/upload-page.tsx";
import { env } from "../../../server/env.ts";
import { requireSignedIn } from "../../../server/session.ts";
import { TrpcProvider } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "Upload · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Upload({ searchParams }: Props) {
  const [{ ctx }, viewer, params] = await Promise.all([requireSignedIn(), readViewer(), searchParams]);
  return (
    <Shell crumbs={[{ label: "Upload" }]} viewer={viewer}>
      {mayDo(ctx.actor, "ingest") ? (
        <TrpcProvider>
          <UploadPage query={parseUploadQuery(params)} ingestUrl={env().HEADROOM_INGEST_URL} />
        </TrpcProvider>
      ) : (
        <NoUpload />
      )}
    </Shell>
  );
}
