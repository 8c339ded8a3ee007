import { BlockHead, Table, VerdictPill } from "@headroom/ui";
import { FigureText, NoisePill } from "./change-parts.tsx";
import { PairTable } from "./pair-table.tsx";
import type { FigureCell, FigureRow } from "./prepare-figures.ts";
import { RunHead } from "../view/run-head.tsx";
import type { RunCard } from "../view/prepare-runs.ts";

interface FiguresTableProps {
  cards: readonly RunCard[];
  rows: readonly FigureRow[];
}

/** As many runs have a column of their own on paper. */
const MOST_ON_PAPER = 3;

/** A pair stands as before and after; more runs each in a column of their own. */
export function FiguresTable({ cards, rows }: FiguresTableProps) {
  if (cards.length === 2)
    return <PairTable cards={cards} rows={rows.map((row) => ({ ...row, key: row.metric }))} />;
  return (
    <Table
      label="Figures"
      narrow="blocks"
      className={cards.length > MOST_ON_PAPER ? "paper-blocks" : undefined}
    >
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {cards.map((card) => (
            <th key={card.id} scope="col" className="right">
              <RunHead card={card} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.metric}>
            <th scope="row" className="whitespace-nowrap! max-wide:col-span-2">
              <span className="font-semibold">{row.name}</span>{" "}
              <span className="font-normal text-ink-3">{row.unit}</span>
            </th>
            {row.cells.map((cell, at) => (
              <td key={cell.runId} className="right align-top! max-wide:col-span-2 max-wide:text-left!">
                <BlockHead>{cards[at] === undefined ? null : <RunHead card={cards[at]} />}</BlockHead>
                <RunCell cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RunCell({ cell }: { cell: FigureCell }) {
  const { change, target } = cell;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 whitespace-nowrap wide:flex-col wide:items-end">
      <FigureText cell={cell} />
      {change === null ? null : (
        <>
          <span className="text-12 text-ink-2">{change.words?.times ?? "-"}</span>
          <span className="text-12 text-ink-3 wide:min-h-4">{change.words?.percent ?? ""}</span>
          <NoisePill change={change} />
        </>
      )}
      {target === null ? null : (
        <span className="mt-1 flex items-center gap-1.5 text-12 text-ink-3" title={target.reason}>
          {target.text} <VerdictPill state={target.state} />
        </span>
      )}
    </span>
  );
}
