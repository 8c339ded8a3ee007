import type { ReadinessReport } from "@headroom/contract";
import {
  BlockHead,
  Sheet,
  SheetSection,
  SheetTitle,
  Table,
  Tag,
  VerdictPill,
  buttonClass,
  outcomeState,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { progressText, windowText } from "../gameday/prepare-gameday.ts";
import { gamedayAddress } from "../gameday/addresses.ts";
import { MemberLink } from "../shell/member-link.tsx";
import { p99Text, rateText } from "./prepare-readiness.ts";

type Shown = Pick<ReadinessReport, "rehearsals" | "gamedays"> & { timeZone: string; guest: boolean };

interface RehearsalSheetProps extends Shown {
  /** Where one is planned; null: the reader may not. */
  planAddress: string | null;
}

/** Gamedays, and the newest runs of the experiments that represent the peak. */
export function RehearsalSheet({ rehearsals, gamedays, timeZone, guest, planAddress }: RehearsalSheetProps) {
  const isEmpty = rehearsals.length === 0 && gamedays.length === 0;
  if (isEmpty && planAddress === null) return null;
  return (
    <Sheet label="Rehearsals" className="mt-5">
      <SheetSection className="flex flex-wrap items-center justify-between gap-3 pb-3!">
        <SheetTitle>Rehearsals</SheetTitle>
        {planAddress === null ? null : (
          <AppLink href={planAddress} className={buttonClass()}>
            Plan a gameday
          </AppLink>
        )}
        {isEmpty ? <p className="basis-full text-13 text-ink-3">No rehearsals yet.</p> : null}
      </SheetSection>
      {gamedays.length === 0 ? null : <Gamedays {...{ gamedays, guest }} />}
      {rehearsals.length === 0 ? null : <Runs {...{ rehearsals, timeZone, guest }} />}
    </Sheet>
  );
}

function Gamedays({ gamedays, guest }: Pick<Shown, "gamedays" | "guest">) {
  return (
    <Table label="Gamedays" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Gameday</th>
          <th scope="col">Steps</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {gamedays.map((gameday) => (
          <tr key={gameday.id}>
            <th scope="row" className="wrap-anywhere max-wide:col-span-2">
              <MemberLink guest={guest} href={gamedayAddress(gameday.id)} className="hover:underline">
                <bdi>{gameday.name}</bdi>
              </MemberLink>{" "}
              {gameday.peakDay === null ? <Tag>no peak day named</Tag> : null}
            </th>
            <td className="max-wide:col-span-2">
              <BlockHead>Steps</BlockHead>
              {progressText(gameday)}
            </td>
            <td className="max-wide:col-span-2 wide:whitespace-nowrap">
              <BlockHead>When</BlockHead>
              {windowText(gameday)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Runs({ rehearsals, timeZone, guest }: Omit<Shown, "gamedays">) {
  return (
    <Table label="Rehearsals" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="right">
            req/s
          </th>
          <th scope="col" className="right">
            p99, ms
          </th>
          <th scope="col">Environment</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {rehearsals.map((run) => (
          <tr key={run.id}>
            <th scope="row" className="wrap-anywhere max-wide:col-span-2">
              <MemberLink guest={guest} href={`/runs/${run.id}`} className="hover:underline">
                <bdi>{run.experiment.name}</bdi>, run {run.number}
              </MemberLink>
            </th>
            <td className="max-wide:order-first max-wide:col-span-2">
              <span className="inline-flex items-center gap-1.5">
                <VerdictPill state={outcomeState(run.outcome)} />
                {run.simulated ? <Tag>simulated</Tag> : null}
              </span>
            </td>
            <td className="right max-wide:text-left!">
              <BlockHead>req/s</BlockHead>
              {rateText(run) ?? "–"}
            </td>
            <td className="right max-wide:text-left!">
              <BlockHead>p99, ms</BlockHead>
              {p99Text(run) ?? "–"}
            </td>
            <td className="wrap-anywhere">
              <BlockHead>Environment</BlockHead>
              {run.environment ?? "–"}
            </td>
            <td>
              <BlockHead>When</BlockHead>
              <ViewerTime from={run.ranAt} timeZone={timeZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
