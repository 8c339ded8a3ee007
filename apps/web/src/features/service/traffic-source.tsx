import type { TrafficAnswer } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { Sheet, SheetSection, SheetTitle, formatCount, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { alsoCountedWords, COUNT_THEM_TOO, notCountedWords } from "../shell/not-counted-words.ts";
import { readTwiceWords, replicaWords } from "./replica-words.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";

type Missing = Pick<TrafficAnswer, "gaps" | "begun" | "leftOutAt" | "unusableAt">;

interface TrafficSourceProps {
  traffic: Missing &
    Pick<
      TrafficAnswer,
      | "service"
      | "source"
      | "alsoCounted"
      | "notCounted"
      | "replicas"
      | "readTwice"
      | "unmappedMetrics"
      | "simulated"
    >;
  timeZone: string;
}

/** What the requests are counted from, and what isn't counted. */
export function TrafficSource({ traffic, timeZone }: TrafficSourceProps) {
  const { service, source, alsoCounted, notCounted, replicas, readTwice, unmappedMetrics, simulated } =
    traffic;
  const mapping = `/services/${encodeURIComponent(service)}/mapping`;
  const replicated = replicaWords(replicas);
  return (
    <Sheet label="Source" className="mt-5">
      <SheetSection>
        <SheetTitle>Source</SheetTitle>
        <ul className="mt-2 flex flex-col gap-1.5 text-13 text-ink-2">
          <li>
            {source === null ? (
              "Nothing that has arrived counts as requests."
            ) : (
              <>
                Requests are counted from <b className="font-medium text-ink">{source.title}</b>
                {alsoCountedWords(alsoCounted)}.
              </>
            )}
          </li>
          {simulated === null ? null : (
            <li>
              Traffic between <ViewerTime from={simulated.from} to={simulated.to} timeZone={timeZone} /> was
              sent by a simulator.{" "}
              {simulated.withReal ? "This range also has real requests. The figures contain both." : ""}
            </li>
          )}
          {replicated === null ? null : <li>{replicated}</li>}
          {readTwiceWords(readTwice).map((words) => (
            <li key={words}>{words}</li>
          ))}
          {notCounted.map(({ rule, title, lastSeenAt }) => (
            <li key={rule}>
              {notCountedWords([title])} Last seen <ViewerTime from={lastSeenAt} timeZone={timeZone} />.{" "}
              <AppLink href={mapping} className={textLinkClass}>
                {COUNT_THEM_TOO}
              </AppLink>
            </li>
          ))}
          <MissingRequests missing={traffic} timeZone={timeZone} />
          {unmappedMetrics === 0 ? null : (
            <li>
              {plural(unmappedMetrics, "other metric")} arrived in the last 24 hours and{" "}
              {unmappedMetrics === 1 ? "isn't" : "aren't"} used.
            </li>
          )}
          <li>
            <AppLink href={mapping} className={textLinkClass}>
              Choose what is counted
            </AppLink>
          </li>
        </ul>
      </SheetSection>
    </Sheet>
  );
}

/** Why the figures lack requests. */
function MissingRequests({
  missing: { gaps, begun, leftOutAt, unusableAt },
  timeZone,
}: {
  missing: Missing;
  timeZone: string;
}) {
  return (
    <>
      {gaps.map(({ from, to, requests, atLeast }) => (
        <li key={from}>
          {atLeast ? "At least " : ""}
          {formatCount(requests)} requests between <ViewerTime from={from} to={to} timeZone={timeZone} />{" "}
          aren't counted: their source wasn't heard for more than 5 minutes, so nobody knows when they
          happened.
        </li>
      ))}
      {begun === null ? null : (
        <li>
          {plural(begun.processes, "process was", "processes were")} first read between{" "}
          <ViewerTime from={begun.from} to={begun.to} timeZone={timeZone} />. What{" "}
          {begun.processes === 1 ? "it" : "they"} had counted by then isn't in the figures:{" "}
          {formatCount(begun.requestsAtMost)} requests at most. After a restart, what the processes before
          counted since their last reading is missing, too.
        </li>
      )}
      {leftOutAt === null ? null : (
        <li>
          The service sends more series than this server allows for one service (HEADROOM_MAX_TRAFFIC_SERIES),
          so requests are missing from the figures. Last seen{" "}
          <ViewerTime from={leftOutAt} timeZone={timeZone} />.
        </li>
      )}
      {unusableAt === null ? null : (
        <li>
          A histogram couldn't be counted: its buckets fall, or the bucket le="+Inf" is missing. Its requests
          are in its next reading that can be counted, or missing. Last seen{" "}
          <ViewerTime from={unusableAt} timeZone={timeZone} />.
        </li>
      )}
    </>
  );
}
