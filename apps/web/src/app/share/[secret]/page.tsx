import type { Metadata } from "next";
import { SharedComparison } from "../../../features/comparison/shared-comparison.tsx";
import { SharedRun } from "../../../features/run/shared/shared-run.tsx";
import { openShared } from "../../../features/share/open-shared.ts";
import { PassphrasePage } from "../../../features/share/passphrase-page.tsx";
import { ShareFrame } from "../../../features/share/share-frame.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";

interface Props {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The title reveals as little as the address does. */
export const metadata: Metadata = {
  title: "Shared report · Headroom",
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

export default async function Share({ params, searchParams }: Props) {
  const [{ secret }, { problem }, viewer] = await Promise.all([params, searchParams, readViewer()]);
  const shared = await openShared(secret);
  if (shared.state === "locked") {
    return <PassphrasePage action={`/share/${encodeURIComponent(secret)}/open`} problem={problem} />;
  }
  const { ctx, subject, expiresAt } = shared;
  return (
    <ShareFrame
      kind={subject.kind === "run" ? "Run report" : "Comparison"}
      expiresAt={expiresAt.toISOString()}
      viewer={viewer}
    >
      {subject.kind === "run" ? (
        <SharedRun ctx={ctx} runId={subject.runId} timeZone={viewer.timeZone} />
      ) : (
        <SharedComparison ctx={ctx} subject={subject} timeZone={viewer.timeZone} />
      )}
    </ShareFrame>
  );
}
