import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { FindingAnswer, GamedayAnswer } from "@headroom/contract";
import { Button, Notice, Sheet, SheetSection, SheetTitle, Tag, textLinkClass } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { readinessAddress } from "../peak-day/addresses.ts";
import { MemberLink } from "../shell/member-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { AddFinding } from "./add-finding.tsx";
import { findingSince, SEVERITIES } from "./prepare-gameday.ts";

interface FindingsSheetProps {
  gameday: GamedayAnswer;
  mayEdit: boolean;
  timeZone: string;
  guest: boolean;
}

/** What was found and has to be done. Of a closed gameday: as noted then, and what has become of it. */
export function FindingsSheet({ gameday, mayEdit, timeZone, guest }: FindingsSheetProps) {
  const { findings: current, closed, peakDay } = gameday;
  const shown = closed?.findings ?? current;
  const mayAdd = mayEdit && closed === null;
  if (shown.length === 0 && closed === null && !mayEdit) return null;
  return (
    <Sheet label="Findings" className="mt-5">
      <SheetSection>
        <SheetTitle>Findings</SheetTitle>
        {shown.length === 0 ? (
          <p className="mt-1 text-13 text-ink-3">
            {closed === null ? "No findings yet." : "Nothing was noted."}
          </p>
        ) : (
          <ul className="mt-2 divide-y divide-line text-14">
            {shown.map((finding) => (
              <Finding
                key={finding.id}
                {...{ finding, gamedayId: gameday.id, mayEdit, timeZone }}
                current={current.find(({ id }) => id === finding.id)}
                isFrozen={closed !== null}
              />
            ))}
          </ul>
        )}
        {peakDay === null || shown.length === 0 ? null : (
          <p className="mt-2 text-13 text-ink-2">
            Findings are actions in the{" "}
            <MemberLink guest={guest} href={readinessAddress(peakDay.id)} className={textLinkClass}>
              readiness report
            </MemberLink>{" "}
            of <bdi>{peakDay.name}</bdi>.
          </p>
        )}
        {mayAdd ? <AddFinding gameday={gameday} /> : null}
      </SheetSection>
    </Sheet>
  );
}

interface FindingProps {
  finding: FindingAnswer;
  /** As it is now. */
  current: FindingAnswer | undefined;
  isFrozen: boolean;
  gamedayId: string;
  mayEdit: boolean;
  timeZone: string;
}

function Finding({ finding, current, isFrozen, gamedayId, mayEdit, timeZone }: FindingProps) {
  const { title, severity, owner, dueAt, step, closedAt } = finding;
  const since = isFrozen ? findingSince(finding, current) : null;
  return (
    <li
      id={`finding-${finding.id}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 break-inside-avoid"
    >
      <span className="min-w-0 wrap-anywhere">
        <Tag>{SEVERITIES[severity]}</Tag>{" "}
        <span className={closedAt === null ? "font-semibold" : "text-ink-3 line-through"}>
          <bdi>{title}</bdi>
        </span>
        <span className="ml-2 text-13 text-ink-3">
          {owner ?? (closedAt === null ? "nobody yet" : "no owner")}
          {step === null ? null : (
            <>
              , in <bdi>{step.title}</bdi>
            </>
          )}
          {dueAt === null ? null : (
            <>
              , due <ViewerTime from={dueAt} timeZone={timeZone} />
            </>
          )}
        </span>
        {since === null ? null : <span className="ml-2 text-13 text-ink-2">({since})</span>}
      </span>
      {mayEdit && current !== undefined ? <CloseFinding gamedayId={gamedayId} finding={current} /> : null}
    </li>
  );
}

function CloseFinding({ gamedayId, finding }: { gamedayId: string; finding: FindingAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const change = useMutation(
    trpc.gameday.changeFinding.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const isClosed = finding.closedAt !== null;
  return (
    <span className="print:hidden">
      <Button
        busy={change.isPending}
        onClick={() => change.mutate({ id: gamedayId, findingId: finding.id, closed: !isClosed })}
      >
        {isClosed ? "Reopen" : "Close"}
      </Button>
      {change.isError ? (
        <Notice tone="bad" live>
          {explainRefusal(change.error).words}
        </Notice>
      ) : null}
    </span>
  );
}
