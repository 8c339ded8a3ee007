"use client";

import type { GamedayAnswer } from "@headroom/contract";
import { Notice, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { useFeed } from "../../feed/use-feed.ts";
import { AppLink } from "../shell/app-link.tsx";
import { FeedNotice } from "../shell/feed-notice.tsx";
import { gamedayAddress } from "./addresses.ts";
import { FindingsSheet } from "./findings-sheet.tsx";
import { GamedayHead } from "./gameday-head.tsx";
import { RunSheet } from "./run-sheet.tsx";
import { RunLines } from "./run-lines.tsx";

interface GamedayPageProps {
  gameday: GamedayAnswer;
  timeZone: string;
  mayEdit: boolean;
  /** Somebody with a share link, who can open nothing else. */
  guest?: boolean;
}

/** A gameday before, while and after it runs. */
export function GamedayPage({ gameday: rendered, timeZone, mayEdit, guest = false }: GamedayPageProps) {
  const { id, closed } = rendered;
  const { view, link } = useFeed(rendered, closed === null ? `/api/feed${gamedayAddress(id)}` : null);
  return (
    <>
      <GamedayHead gameday={view} mayEdit={mayEdit} guest={guest} />
      <FeedNotice link={link} what="gameday" />
      <Notices gameday={view} />
      <RunSheet gameday={view} mayEdit={mayEdit && view.closed === null} guest={guest} />
      <FindingsSheet gameday={view} mayEdit={mayEdit} timeZone={timeZone} guest={guest} />
      <OtherRuns gameday={view} guest={guest} />
    </>
  );
}

/** What a reader has to know before they trust the sheet. */
function Notices({
  gameday: { closed, plannedLate, overlapping, isCut },
}: Pick<GamedayPageProps, "gameday">) {
  return (
    <>
      {closed !== null && closed.changes.length > 0 ? (
        <Notice tone="unsure" title="Later changes don't show in this report." className="mb-5">
          Since it was closed:
          <ul className="mt-1 list-disc pl-4">
            {closed.changes.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {plannedLate ? (
        <Notice tone="neutral" className="mb-5">
          This gameday was written down after its window had begun.
        </Notice>
      ) : null}
      {overlapping.length === 0 ? null : (
        <Notice tone="unsure" className="mb-5">
          Runs count here and in{" "}
          {overlapping.map(({ id, name }, place) => (
            <span key={id}>
              {place === 0 ? "" : ", "}
              <AppLink href={gamedayAddress(id)} className="underline">
                <bdi>{name}</bdi>
              </AppLink>
            </span>
          ))}
          , which {overlapping.length === 1 ? "takes" : "take"} place at the same time.
        </Notice>
      )}
      {isCut ? (
        <Notice tone="unsure" className="mb-5">
          The window has more runs than are listed here, so the sheet isn&apos;t complete.
        </Notice>
      ) : null}
    </>
  );
}

/** Runs of the service in the window that nobody planned. */
function OtherRuns({ gameday, guest }: { gameday: GamedayAnswer; guest: boolean }) {
  if (gameday.others.length === 0) return null;
  return (
    <Sheet label="Not in the plan" className="mt-5">
      <SheetSection>
        <SheetTitle>Not in the plan</SheetTitle>
        <p className="mt-1 text-13 text-ink-2">Other runs of the service in the same window.</p>
        <RunLines runs={gameday.others} gameday={gameday} guest={guest} />
      </SheetSection>
    </Sheet>
  );
}
