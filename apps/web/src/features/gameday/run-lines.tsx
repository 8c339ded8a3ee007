import type { GamedayAnswer, GamedayRunAnswer } from "@headroom/contract";
import { Tag, VerdictPill } from "@headroom/ui";
import { MemberLink } from "../shell/member-link.tsx";
import { GamedayTime } from "./gameday-time.tsx";
import { runLine } from "./prepare-gameday.ts";

interface RunLinesProps {
  runs: readonly (GamedayRunAnswer & { experiment?: { name: string } })[];
  gameday: Pick<GamedayAnswer, "startsAt" | "endsAt" | "timeZone">;
  guest: boolean;
}

/** Runs in order of time, each with its outcome and its figures against the targets. */
export function RunLines({ runs, gameday, guest }: RunLinesProps) {
  if (runs.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1.5 text-13">
      {runs.map((run) => (
        <RunItem key={run.id} {...{ run, gameday, guest }} />
      ))}
    </ul>
  );
}

function RunItem({
  run,
  gameday,
  guest,
}: Omit<RunLinesProps, "runs"> & { run: RunLinesProps["runs"][number] }) {
  const line = runLine(run, gameday);
  const name =
    run.experiment === undefined ? line.name : `${run.experiment.name}, ${line.name.toLowerCase()}`;
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${line.counts ? "" : "text-ink-3"}`}>
      {line.hasPage ? (
        <MemberLink
          guest={guest}
          href={`/runs/${line.id}`}
          className="font-medium wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </MemberLink>
      ) : (
        <span className="wrap-anywhere line-through">
          <bdi>{name}</bdi>
        </span>
      )}
      {line.state === null ? null : <VerdictPill state={line.state} />}
      {line.results.map(({ words, missed }) => (
        <span key={words} className={missed && line.counts ? "text-bad" : ""}>
          {words}
        </span>
      ))}
      {line.notes.map((note) => (
        <Tag key={note}>{note}</Tag>
      ))}
      <span className="text-ink-3">
        <GamedayTime at={line.at} gameday={gameday} />
      </span>
    </li>
  );
}
