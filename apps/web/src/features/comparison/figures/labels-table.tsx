import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { ChangePill, EmptyState, SheetNote, Table, Tag, formatCount } from "@headroom/ui";
import { RowsSkeleton } from "../../shell/rows-skeleton.tsx";
import { metricName, metricUnit, risesOf } from "../view/figure-words.ts";
import { PairTable } from "./pair-table.tsx";
import type { PairRowModel } from "./pair-table.tsx";
import type { ComparedLabelRow, LabelCell } from "./prepare-labels.ts";
import { RunHead } from "../view/run-head.tsx";
import type { RunCard } from "../view/prepare-runs.ts";

interface LabelsTableProps {
  cards: readonly RunCard[];
  rows: readonly ComparedLabelRow[];
  /** What the rows were chosen from. */
  among: Pick<RunComparison["labels"], "total" | "sortedAmong">;
  metric: FigureId;
  /** How many labels were compared, in sentences; empty: it isn't known. */
  counted: string;
  /** Of a pair: a row for each label, and one for the whole run. */
  pair: readonly PairRowModel[] | null;
}

const STATE_WORDS = { shared: null, new: "New", vanished: "Vanished" } as const;

/** Labels over all runs; what is new or vanished is said, never passed in silence. */
export function LabelsTable({ cards, rows, among, metric, counted, pair }: LabelsTableProps) {
  // They are read once this table is opened.
  if (rows.length === 0 && among.total > 0) return <RowsSkeleton rows={6} className="h-9 w-full" />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title="These runs have no labels."
        step="Their files contain only totals. Raw results name each request."
      />
    );
  }
  const note = <LabelsNote shown={rows.length} among={among} metric={metric} counted={counted} />;
  const label = `${metricName(metric)} of the labels`;
  if (pair !== null) {
    const head = `Label \u00b7 ${metricName(metric)}, ${metricUnit(metric)}`;
    return (
      <>
        <PairTable cards={cards} rows={pair} label={label} head={head} />
        {note}
      </>
    );
  }
  return (
    <>
      <Table label={label} narrow="scroll">
        <thead>
          <tr>
            <th scope="col">
              Label{" "}
              <span className="font-normal">
                · {metricName(metric)}, {metricUnit(metric)}
              </span>
            </th>
            {cards.map((card) => (
              <th key={card.id} scope="col" className="right">
                <RunHead card={card} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="max-w-96">
                <span className="flex items-center gap-2">
                  <span dir="auto" title={row.label} className="truncate font-mono text-12 font-normal">
                    {row.label}
                  </span>
                  {STATE_WORDS[row.state] === null ? null : <Tag>{STATE_WORDS[row.state]}</Tag>}
                  {row.whole ? (
                    <span title="One run has only a total of this label.">
                      <Tag>Whole run</Tag>
                    </span>
                  ) : null}
                </span>
              </th>
              {row.cells.map((cell) => (
                <td key={cell.runId} className="right whitespace-nowrap">
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {note}
    </>
  );
}

type NoteProps = { shown: number } & Pick<LabelsTableProps, "among" | "metric" | "counted">;

function LabelsNote({ shown, among: { total, sortedAmong }, metric, counted }: NoteProps) {
  if (shown >= total && sortedAmong === null && counted === "") return null;
  const name = metricName(metric);
  return (
    <SheetNote>
      {counted === "" ? null : `${counted} `}
      {shown < total ? `${formatCount(shown)} of ${formatCount(total)} labels, worst ${name} first. ` : null}
      {shown < total ? "The busiest labels are always among them. " : null}
      {sortedAmong === null
        ? null
        : `The table has only the ${formatCount(sortedAmong)} busiest labels of each run.`}
    </SheetNote>
  );
}

function Cell({ cell: { text, without, words, verdict } }: { cell: LabelCell }) {
  if (without !== null) return <span className="text-12 text-ink-3">{without}</span>;
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <span>
        {words === null ? null : <span className="mr-2 text-12 text-ink-3">{words.percent}</span>}
        <b className="font-semibold">{text ?? "not reported"}</b>
      </span>
      {words === null ? null : <span className="text-12 text-ink-3">{words.times}</span>}
      {verdict === null ? null : (
        <span title={verdict.reason}>
          <ChangePill state={verdict.state} rises={risesOf(words?.percent ?? null)} />
        </span>
      )}
    </span>
  );
}
