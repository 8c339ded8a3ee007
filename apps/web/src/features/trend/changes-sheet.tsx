import { isSentInTrend, MIN_RUNS } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import type { DeltaTone } from "@headroom/ui";
import type { ReactNode } from "react";
import { DeltaPill, EmptyState, Icon, Sheet, SheetTitle, Table, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { AcknowledgeButton } from "./acknowledge-button.tsx";
import type { ChangeRow } from "./prepare-trend.ts";

interface ChangesSheetProps {
  experimentId: string;
  metric: TrendMetric;
  label: string | null;
  changes: readonly ChangeRow[];
  /** What they are together. */
  sentence: string;
  /** Whether there are enough runs to look for changes. */
  enough: boolean;
  /** Runs saved from live traffic. */
  liveRuns: number;
  timeZone: string;
  mayEdit: boolean;
  /** "p99" */
  figure: string;
  /** The button that accepts a change; null: it can't be accepted. */
  accept?: (change: ChangeRow) => ReactNode;
}

/** Where the figures became others, the latest first, each with the word that was given for it. */
export function ChangesSheet(props: ChangesSheetProps) {
  const { changes, enough, liveRuns, metric } = props;
  return (
    <Sheet label="Changes" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>Changes</SheetTitle>
        <span className="text-12 text-ink-3">{props.sentence}</span>
      </div>
      {changes.length === 0 ? (
        <EmptyState
          title="No changes found."
          step={enough ? "No change stands out from the variation between runs." : fewWords(liveRuns, metric)}
        />
      ) : (
        <Table label="Changes" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Change</th>
              <th scope="col" className="right">
                Level before → after
              </th>
              <th scope="col">Commits</th>
              <th scope="col">Note</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.runId} {...props} change={change} />
            ))}
          </tbody>
        </Table>
      )}
    </Sheet>
  );
}

function fewWords(liveRuns: number, metric: TrendMetric): string {
  const least = `Changes appear here once there are at least ${2 * MIN_RUNS} runs`;
  if (liveRuns === 0) return `${least} with an exact value.`;
  return isSentInTrend(metric)
    ? "What users sent isn't searched for changes."
    : `${least} from about the same time of day.`;
}

type RowProps = Omit<ChangesSheetProps, "changes" | "enough" | "liveRuns" | "sentence"> & {
  change: ChangeRow;
};

function Row({ experimentId, metric, label, change, timeZone, mayEdit, figure, accept }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <AppLink href={`/runs/${change.runId}`} className="font-semibold hover:underline">
          Run {change.runNumber}
        </AppLink>
        <span className="mt-0.5 block text-12 font-normal text-ink-3">
          <ViewerTime from={change.at} timeZone={timeZone} />
          {change.between ? <span className="block">{change.between}</span> : null}
        </span>
      </th>
      <td className="max-wide:justify-self-end">
        {change.found ? (
          <DeltaPill
            tone={toneOf(change)}
            rises={change.direction === "rise"}
          >{`${figure} ${change.changeText}`}</DeltaPill>
        ) : (
          <span className="text-12 text-ink-3">no longer visible in the runs shown</span>
        )}
      </td>
      <td className="right whitespace-nowrap">
        <span className="text-ink-3">{change.beforeText} → </span>
        <b className="font-semibold">{change.afterText}</b>
      </td>
      <td className="max-wide:col-span-2">
        {change.commits === null ? (
          <span className="text-ink-3">-</span>
        ) : (
          <span className="font-mono text-12">
            {change.commits.from === null ? "" : `${change.commits.from} to `}
            {change.commits.to}
          </span>
        )}
      </td>
      <td className="max-wide:col-span-2">
        <Word change={change} timeZone={timeZone} />
        {mayEdit ? (
          <AcknowledgeButton experimentId={experimentId} metric={metric} label={label} change={change} />
        ) : null}
      </td>
      <td className="right max-wide:col-span-2 max-wide:text-left!">
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {change.sides === null ? null : (
            <AppLink
              href={`/comparisons?runs=${change.sides.before},${change.sides.after}`}
              className={buttonClass()}
            >
              <Icon name="compare" />
              Compare before and after
            </AppLink>
          )}
          {accept?.(change)}
        </span>
      </td>
    </tr>
  );
}

function toneOf({ state, acknowledged }: ChangeRow): DeltaTone {
  if (state === "improved") return "better";
  return acknowledged === null ? "worse" : "accepted";
}

function Word({ change: { acknowledged }, timeZone }: { change: ChangeRow; timeZone: string }) {
  if (acknowledged === null) return <span className="mr-3 text-12 text-ink-3">Not acknowledged</span>;
  return (
    <div className="mb-1.5 max-w-[46em]">
      <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">{acknowledged.word}</span>
      <span className="block text-12 text-ink-3">
        {acknowledged.by ?? "A former member"}, <ViewerTime from={acknowledged.at} timeZone={timeZone} />
      </span>
    </div>
  );
}
