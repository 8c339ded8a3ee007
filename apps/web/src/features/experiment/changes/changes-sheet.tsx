import { isSentInTrend, MIN_RUNS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { TrendMetric } from "@headroom/core";
import type { DeltaTone } from "@headroom/ui";
import { DeltaPill, Icon, Sheet, SheetTitle, Table, buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import type { ChangeRow } from "../../trend/prepare-trend.ts";
import { AcceptChange } from "./accept-change.tsx";
import { ComparedLevels } from "./compared-levels.tsx";

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
  /** Numbers of the first runs of changes that builds are still held against. */
  heldAgainst: readonly number[];
  /** The run of the change whose levels are compared here; null: none. */
  opened: number | null;
  /** The address of the page with the levels of that change; null: with none. */
  address: (opened: number | null) => string;
}

/** Where the figures became others, the latest first, each with why it was accepted. */
export function ChangesSheet(props: ChangesSheetProps) {
  const { changes, enough, liveRuns, metric } = props;
  return (
    <Sheet label="Changes" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>Changes</SheetTitle>
        <span className="text-12 text-ink-3">{props.sentence}</span>
      </div>
      {changes.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">
          No changes found.{" "}
          {enough ? "No change stands out from the variation between runs." : fewWords(liveRuns, metric)}
        </p>
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
              <th scope="col">Status</th>
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

const COLUMNS = 6;

function Row(props: RowProps) {
  const { change, label, opened } = props;
  const isOpen = opened === change.runNumber && change.levels !== null;
  return (
    <>
      <ChangeLine {...props} isOpen={isOpen} />
      {isOpen && change.levels !== null ? (
        <tr>
          <td colSpan={COLUMNS} className="bg-canvas/60 max-wide:col-span-2">
            <ComparedLevels
              levels={change.levels}
              sides={change.sides}
              label={label}
              step={{ metric: props.metric, before: change.before, after: change.after }}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function ChangeLine({ change, isOpen, ...rest }: RowProps & { isOpen: boolean }) {
  const { timeZone, figure } = rest;
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
      <td className="right whitespace-nowrap max-wide:text-left!">
        <span className="text-ink-3">{change.beforeText} → </span>
        <b className="font-semibold">{change.afterText}</b>
        {change.levels === null ? null : (
          <span className="mt-0.5 block text-12 text-ink-3 max-wide:hidden">
            {change.levels.before.total} → {plural(change.levels.after.total, "run")}
          </span>
        )}
      </td>
      <td className="max-wide:justify-self-end">
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
        <Status
          change={change}
          timeZone={timeZone}
          isHeldAgainst={rest.heldAgainst.includes(change.runNumber)}
        />
      </td>
      <td className="right max-wide:col-span-2 max-wide:text-left!">
        <Actions {...rest} change={change} isOpen={isOpen} />
      </td>
    </tr>
  );
}

function Actions(props: RowProps & { isOpen: boolean }) {
  const { experimentId, metric, label, figure, change, mayEdit, heldAgainst, address, isOpen } = props;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {change.levels === null ? (
        <BetweenRuns sides={change.sides} />
      ) : (
        <AppLink
          href={address(isOpen ? null : change.runNumber)}
          scroll={false}
          aria-expanded={isOpen}
          className={buttonClass()}
        >
          <Icon name="compare" />
          {isOpen ? (
            "Hide comparison"
          ) : (
            <span>
              Compare <span className="max-desk:sr-only">before and after</span>
            </span>
          )}
        </AppLink>
      )}
      {mayEdit ? (
        <AcceptChange
          {...{ experimentId, metric, label, figure, change }}
          isHeldAgainst={heldAgainst.includes(change.runNumber)}
        />
      ) : null}
    </span>
  );
}

/** Of a drift, and of a change that the runs no longer show: neither has a level on both sides. */
function BetweenRuns({ sides }: Pick<ChangeRow, "sides">) {
  if (sides === null) return null;
  return (
    <AppLink href={`/comparisons?runs=${sides.before},${sides.after}`} className={buttonClass()}>
      <Icon name="compare" />
      Compare its runs
    </AppLink>
  );
}

function toneOf({ state, accepted }: ChangeRow): DeltaTone {
  if (state === "improved") return "better";
  return accepted === null ? "worse" : "accepted";
}

interface StatusProps {
  change: ChangeRow;
  timeZone: string;
  isHeldAgainst: boolean;
}

function Status({ change: { accepted }, timeZone, isHeldAgainst }: StatusProps) {
  if (accepted === null) return <span className="text-13 whitespace-nowrap text-ink-2">Not accepted</span>;
  return (
    <div className="max-w-[46em] text-13">
      Accepted{" "}
      <span className="text-ink-3">
        {accepted.by === null ? null : `by ${accepted.by}, `}
        <ViewerTime from={accepted.at} timeZone={timeZone} />
      </span>
      <span className="mt-0.5 block text-12 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
        {accepted.reason}
      </span>
      {isHeldAgainst ? (
        <span className="mt-0.5 block text-12 text-unsure">
          Runs are still compared with the level before.
        </span>
      ) : null}
    </div>
  );
}
