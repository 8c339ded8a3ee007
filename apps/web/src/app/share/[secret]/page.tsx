import type { Metadata } from "next";
import { nameShared } from "@headroom/services";
import type { OpenedSubject, ShareContext, ShareName } from "@headroom/services";
import { SharedComparison } from "../../../features/comparison/shared/shared-comparison.tsx";
import { SharedRounds } from "../../../features/comparison/shared/shared-rounds.tsx";
import { readGauges } from "../../../features/peak-day/search-params.ts";
import { SharedPeakDay } from "../../../features/peak-day/shared-peak-day.tsx";
import { SharedGameday } from "../../../features/gameday/shared-gameday.tsx";
import { PICTURE } from "../../../features/picture/draw/draw-svg.ts";
import { SharedReadiness } from "../../../features/readiness/shared-readiness.tsx";
import { SharedRun } from "../../../features/run/shared/shared-run.tsx";
import { openShared } from "../../../features/share/open-shared.ts";
import { PassphrasePage } from "../../../features/share/passphrase-page.tsx";
import { ShareFrame } from "../../../features/share/share-frame.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";

interface Props {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Previews of a link have no passphrase, so the title names only what anybody with the link can see. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { secret } = await params;
  const shared = await openShared(secret);
  const name = shared.state === "locked" ? null : await nameShared({ ctx: shared.ctx });
  return { ...PRIVATE, ...titled(name, secret) };
}

const PRIVATE: Metadata = {
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

function titled(name: ShareName | null, secret: string): Metadata {
  const title = name?.title ?? "Shared report";
  const description = name?.description ?? "Open the link to read it.";
  const url = `${env().HEADROOM_WEB_URL}/share/${encodeURIComponent(secret)}/picture`;
  const images = [{ url, type: "image/png", ...PICTURE, alt: title }];
  return {
    title: `${title} · Headroom`,
    description,
    openGraph: { title, description, siteName: "Headroom", type: "website", images },
    twitter: { card: "summary_large_image", title, description, images },
  };
}

export default async function Share({ params, searchParams }: Props) {
  const [{ secret }, search, viewer] = await Promise.all([params, searchParams, readViewer()]);
  const shared = await openShared(secret);
  if (shared.state === "locked") {
    return (
      <PassphrasePage action={`/share/${encodeURIComponent(secret)}/open`} problem={search["problem"]} />
    );
  }
  const { ctx, subject, expiresAt } = shared;
  const openedAt = new Date().toISOString();
  return (
    <ShareFrame
      kind={KINDS[subject.kind]}
      asOf={READ_WHEN_OPENED.has(subject.kind) ? openedAt : null}
      expiresAt={expiresAt.toISOString()}
      viewer={viewer}
    >
      <Shown {...{ ctx, subject, secret, search, openedAt }} timeZone={viewer.timeZone} />
    </ShareFrame>
  );
}

const KINDS: Record<OpenedSubject["kind"], string> = {
  run: "Run report",
  comparison: "Comparison",
  rounds: "Comparison of rounds",
  "peak-day": "Peak day",
  readiness: "Readiness report",
  gameday: "Gameday report",
};

/** The others move while they are open, or say themselves of when they are. */
const READ_WHEN_OPENED: ReadonlySet<OpenedSubject["kind"]> = new Set(["run", "comparison", "gameday"]);

interface ShownProps {
  ctx: ShareContext;
  subject: OpenedSubject;
  secret: string;
  search: Awaited<Props["searchParams"]>;
  openedAt: string;
  timeZone: string;
}

function Shown({ ctx, subject, secret, search, openedAt, timeZone }: ShownProps) {
  switch (subject.kind) {
    case "run":
      return <SharedRun ctx={ctx} runId={subject.runId} timeZone={timeZone} />;
    case "comparison":
      return <SharedComparison ctx={ctx} subject={subject} timeZone={timeZone} />;
    case "rounds":
      return <SharedRounds ctx={ctx} timeZone={timeZone} />;
    case "peak-day":
      return <SharedPeakDay ctx={ctx} secret={secret} gauges={readGauges(search)} />;
    case "readiness":
      return <SharedReadiness ctx={ctx} timeZone={timeZone} asOf={openedAt} />;
    case "gameday":
      return <SharedGameday ctx={ctx} timeZone={timeZone} />;
  }
}
