import clsx from "clsx";
import { BlockHead, Skeleton, Table, Tag, VerdictPill } from "@headroom/ui";
import { barReach } from "./change-bar.ts";
import { ChangeBarCell, ChangeBarHead } from "./change-bar-cell.tsx";
import { FigureText, NoisePill } from "./change-parts.tsx";
import type { ChangeCell, FigureCell, FigureRow } from "./prepare-figures.ts";
import { capital, sideName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

/** A figure of the whole runs, or one of a label. */
export interface PairRowModel extends Pick<FigureRow, "name" | "unit" | "cells"> {
  key: string;
  isLabel?: boolean;
  /** On phones, without the names of its columns. */
  isBrief?: boolean;
  tags?: readonly string[];
}

/** Not on phones. */
const WIDE = "max-wide:hidden!";

interface PairTableProps {
  cards: readonly RunCard[];
  rows: readonly PairRowModel[];
  /** "p99 of the labels" */
  label?: string;
  /** What the rows are. */
  head?: string;
}

/** Before and after, how far apart, how sure, and whether the target is held. On phones the verdict is beside the name. */
export function PairTable({ cards, rows, label = "Figures", head = "Figure" }: PairTableProps) {
  const beforeAt = cards.findIndex(({ isReference }) => isReference);
  const afterAt = beforeAt === 0 ? 1 : 0;
  const [before, after] = [cards[beforeAt], cards[afterAt]];
  if (before === undefined || after === undefined) return null;
  const { isUsual, hasTargets, hasNoise, reach } = columnsOf(rows, afterAt);
  const values = `${sideName(before)} → ${sideName(after)}`;
  const interval = isUsual ? "Usual change" : "95% interval";
  return (
    <Table label={label} narrow="blocks">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="right whitespace-normal!">
            {capital(values)}
          </th>
          <th scope="col" className="right">
            Change
          </th>
          {reach === null ? null : (
            <th scope="col" className={WIDE}>
              <ChangeBarHead />
            </th>
          )}
          {hasNoise ? (
            <>
              <th scope="col" className="right">
                {interval}
              </th>
              <th scope="col">Verdict</th>
            </>
          ) : null}
          {hasTargets ? (
            <>
              <th scope="col">Target, {before.name}</th>
              <th scope="col">Target, {after.name}</th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PairRow
            key={row.key}
            row={row}
            before={row.cells[beforeAt]}
            after={row.cells[afterAt]}
            heads={{ interval, values, before: before.name, after: after.name }}
            hasTargets={hasTargets}
            hasNoise={hasNoise}
            reach={reach}
          />
        ))}
      </tbody>
    </Table>
  );
}

function columnsOf(rows: readonly PairRowModel[], afterAt: number) {
  const changes = rows.map(({ cells }) => cells[afterAt]?.change ?? null);
  const hasNoise = changes.some((change) => change !== null && change.noise?.state !== "quoted");
  const bars = changes.map((change) => change?.bar ?? null);
  // The figures of the whole run are drawn above their table already, unless they are quoted.
  const isDrawn = (!hasNoise || rows.some(({ isLabel }) => isLabel)) && bars.some((bar) => bar !== null);
  return {
    isUsual: changes.some((change) => change?.noise?.usual != null),
    hasTargets: rows.some(({ cells }) => cells.some(({ target }) => target !== null)),
    hasNoise,
    reach: isDrawn ? barReach(bars) : null,
  };
}

interface PairRowProps {
  row: PairRowModel;
  before: FigureCell | undefined;
  after: FigureCell | undefined;
  /** Of the columns, where a phone has none. */
  heads: { interval: string; values: string; before: string; after: string };
  hasTargets: boolean;
  /** False: all is quoted. */
  hasNoise: boolean;
  /** How far the bars reach; null if the table has no bars. */
  reach: number | null;
}

function PairRow({ row, before, after, heads, hasTargets, hasNoise, reach }: PairRowProps) {
  const change = after?.change ?? null;
  return (
    <tr>
      <RowHead row={row} isAlone={!hasNoise} />
      <Values row={row} before={before} after={after} heads={heads} />
      <Change isBrief={row.isBrief === true} change={change} reach={reach} />
      {hasNoise ? (
        <>
          <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
            {row.isBrief ? null : <BlockHead>{heads.interval}</BlockHead>}
            {change === null ? "-" : <Interval change={change} isBrief={row.isBrief === true} />}
          </td>
          <td className="max-wide:-order-1 max-wide:justify-self-end">
            {change === null ? null : <NoisePill change={change} />}
          </td>
        </>
      ) : null}
      {hasTargets ? (
        <>
          <TargetCell cell={before} head={`Target, ${heads.before}`} />
          <TargetCell cell={after} head={`Target, ${heads.after}`} />
        </>
      ) : null}
    </tr>
  );
}

interface ChangeProps extends Pick<PairRowProps, "reach"> {
  isBrief: boolean;
  change: ChangeCell | null;
}

function Change({ isBrief, change, reach }: ChangeProps) {
  return (
    <>
      <td className="right whitespace-nowrap">
        {isBrief ? null : <BlockHead>Change</BlockHead>}
        <ChangeText words={change?.words ?? null} />
      </td>
      {reach === null ? null : (
        <td className={WIDE}>
          <ChangeBarCell bar={change?.bar ?? null} reach={reach} />
        </td>
      )}
    </>
  );
}

function Values({ row, before, after, heads }: Omit<PairRowProps, "hasTargets" | "hasNoise" | "reach">) {
  return (
    <td className="right whitespace-nowrap max-wide:text-left!">
      {row.isBrief ? null : <BlockHead>{heads.values}</BlockHead>}
      <span className="text-ink-3">{before?.text ?? before?.absent ?? "not reported"} → </span>
      <FigureText cell={after} />
    </td>
  );
}

interface RowHeadProps {
  row: PairRowModel;
  /** On phones, no verdict is beside it. */
  isAlone: boolean;
}

function RowHead({ row, isAlone }: RowHeadProps) {
  const { name, unit, isLabel = false, isBrief = false, tags = [] } = row;
  if (!isLabel)
    return (
      <th
        scope="row"
        className={clsx("whitespace-nowrap! max-wide:-order-2", isAlone && "max-wide:col-span-2")}
      >
        <span className="font-semibold">{name}</span>{" "}
        <span className={clsx("block font-normal text-ink-3 wide:inline", isBrief && "max-wide:hidden")}>
          {unit}
        </span>
      </th>
    );
  return (
    <th scope="row" className="max-w-96 max-wide:-order-2 max-wide:max-w-[56vw]">
      <span className="flex items-center gap-2">
        <span dir="auto" title={name} className="truncate font-mono text-12 font-normal">
          {name}
        </span>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    </th>
  );
}

function ChangeText({ words }: { words: ChangeCell["words"] }) {
  return (
    <>
      <b className="block text-14 font-semibold">{words?.times ?? "-"}</b>
      <span className="block min-h-4 text-12 text-ink-3">{words?.percent ?? ""}</span>
    </>
  );
}

/** While it is worked out, in the room that it will take. */
function Interval({ change: { words, noise }, isBrief }: { change: ChangeCell; isBrief: boolean }) {
  const line = isBrief ? "block max-wide:inline" : "block";
  if (words === null) return <span className="text-ink-3">-</span>;
  if (noise === null) {
    return (
      <span className="flex flex-col items-end gap-1">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-3.5 w-20" />
      </span>
    );
  }
  return (
    <>
      <span className={line}>{noise.usual?.range ?? noise.interval ?? "-"}</span>
      <span className={clsx(line, "min-h-4 text-12 text-ink-3", isBrief && "max-wide:ml-2")}>
        {noise.usual?.days ?? noise.detectable ?? ""}
      </span>
    </>
  );
}

/** On phones, only where there is one. */
function TargetCell({ cell, head }: { cell: FigureCell | undefined; head: string }) {
  if (!cell?.target) return <td className="text-ink-3 max-wide:hidden!">-</td>;
  const { text, state, reason } = cell.target;
  return (
    <td>
      <BlockHead>{head}</BlockHead>
      <span
        className="flex flex-wrap items-center gap-x-2 text-12 whitespace-nowrap text-ink-3"
        title={reason}
      >
        <VerdictPill state={state} />
        {text}
      </span>
    </td>
  );
}
