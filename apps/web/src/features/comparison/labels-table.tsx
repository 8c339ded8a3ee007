import type { FigureId } from "@headroom/core";
import { ChangePill, EmptyState, RunLetter, SheetNote, Table, Tag } from "@headroom/ui";
import { metricName, metricUnit } from "./figure-words.ts";
import type { ComparedLabelRow, LabelCell } from "./prepare-labels.ts";
import type { RunCard } from "./prepare-runs.ts";

interface LabelsTableProps {
  cards: readonly RunCard[];
  rows: readonly ComparedLabelRow[];
  total: number;
  metric: FigureId;
}

const STATE_WORDS = { shared: null, new: "New", vanished: "Vanished" } as const;

/** Labels over all runs; what is new or vanished is said, never passed in silence. */
export function LabelsTable({ cards, rows, total, metric }: LabelsTableProps) {
  if (rows.length === 0) {
    return (
      <EmptyState
        title="These runs have no labels."
        step="Their files contain only totals. Raw results name each request."
      />
    );
  }
  return (
    <>
      <Table label={`${metricName(metric)} of the labels`} narrow="scroll">
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
                <RunLetter position={card.position} />
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
      {rows.length < total ? (
        <SheetNote>
          {rows.length} of {total} labels are shown. The others improved or did not change.
        </SheetNote>
      ) : null}
    </>
  );
}

function Cell({ cell: { text, absent, words, verdict } }: { cell: LabelCell }) {
  if (absent) return <span className="text-12 text-ink-3">not in this run</span>;
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <span>
        {words === null ? null : <span className="mr-2 text-12 text-ink-3">{words.percent}</span>}
        <b className="font-semibold">{text ?? "not reported"}</b>
      </span>
      {words === null ? null : <span className="text-12 text-ink-3">{words.times}</span>}
      {verdict === null ? null : (
        <span title={verdict.reason}>
          <ChangePill state={verdict.state} />
        </span>
      )}
    </span>
  );
}
