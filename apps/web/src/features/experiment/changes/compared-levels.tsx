"use client";

import { ChangePill, Skeleton, Table, textLinkClass } from "@headroom/ui";
import { risesOf } from "../../comparison/view/figure-words.ts";
import { usePairs } from "../../comparison/view/use-pairs.ts";
import { AppLink } from "../../shell/app-link.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import type { ChangeRow } from "../../trend/prepare-trend.ts";
import { levelRunsWords, prepareLevels } from "./prepare-levels.ts";
import type { LevelRow, TrendStep } from "./prepare-levels.ts";

interface ComparedLevelsProps {
  levels: NonNullable<ChangeRow["levels"]>;
  sides: ChangeRow["sides"];
  label: string | null;
  step: TrendStep;
}

const ROWS_MEANWHILE = 6;

/** The whole level before a change beside the whole level since: every figure that both have. */
export function ComparedLevels({ levels: { before, after }, sides, label, step }: ComparedLevelsProps) {
  const { data, failed, retry } = usePairs([{ before: [...before.ids], after: [...after.ids] }]);
  const model = prepareLevels(data, label, step);
  if (failed || model.state === "failed")
    return (
      <NotLoaded onRetry={retry} className="py-4">
        Couldn't compare the two levels.
      </NotLoaded>
    );
  return (
    <div aria-busy={model.state === "working"} className="border-l-2 border-line-strong pl-4">
      <Table label="Levels before and after" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="right">
              Before <span className="font-normal text-ink-3">{levelRunsWords(before)}</span>
            </th>
            <th scope="col" className="right">
              Since <span className="font-normal text-ink-3">{levelRunsWords(after)}</span>
            </th>
            <th scope="col" className="right">
              Change
            </th>
            <th scope="col" className="right">
              95% interval
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {model.state === "ready"
            ? model.rows.map((row) => <Row key={row.metric} row={row} />)
            : Array.from({ length: ROWS_MEANWHILE }, (_, at) => <RowMeanwhile key={at} />)}
        </tbody>
      </Table>
      <p className="mt-3 max-w-[70em] text-12 text-ink-3">
        Each figure is the median over the runs of its level.{" "}
        {model.state === "ready" && model.doubt !== null ? `${model.doubt} ` : ""}
        {sides === null ? null : (
          <AppLink href={`/comparisons?runs=${sides.before},${sides.after}`} className={textLinkClass}>
            Compare only the two runs around the change
          </AppLink>
        )}
      </p>
    </div>
  );
}

function Row({ row }: { row: LevelRow }) {
  const { name, before, after, percent, times, interval, state, words, reason } = row;
  return (
    <tr>
      <th scope="row" className="max-wide:-order-2">
        {name}
      </th>
      <td className="right whitespace-nowrap text-ink-2 max-wide:text-left!">
        <span className="text-12 text-ink-3 wide:hidden">before </span>
        {before}
      </td>
      <td className="right whitespace-nowrap">
        <span className="text-12 text-ink-3 wide:hidden">since </span>
        <b className="font-semibold">{after}</b>
      </td>
      <td className="right whitespace-nowrap max-wide:text-left!">
        <b className="font-semibold">{percent ?? times ?? "-"}</b>
        {percent === null ? null : <span className="ml-2 text-12 text-ink-3">{times}</span>}
      </td>
      <td className="right whitespace-nowrap text-ink-2">{interval ?? "-"}</td>
      <td className="max-wide:-order-1 max-wide:justify-self-end">
        <span title={reason}>
          <ChangePill state={state} words={words} rises={risesOf(percent)} />
        </span>
      </td>
    </tr>
  );
}

/** In the room that a row takes. */
function RowMeanwhile() {
  return (
    <tr>
      <td colSpan={6} className="max-wide:col-span-2">
        <Skeleton className="h-5.5" />
      </td>
    </tr>
  );
}
