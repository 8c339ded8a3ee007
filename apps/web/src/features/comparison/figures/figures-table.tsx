import { Table, VerdictPill } from "@headroom/ui";
import { ChangeChip } from "./change-chip.tsx";
import { FigureText } from "./change-parts.tsx";
import { PairTable } from "./pair-table.tsx";
import type { ChangeCell, FigureCell, FigureRow } from "./prepare-figures.ts";
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
      narrow="scroll"
      className={cards.length > MOST_ON_PAPER ? "paper-blocks" : undefined}
    >
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {cards.map((card) => (
            <th key={card.id} scope="col" className="right max-wide:px-2!">
              <RunHead card={card} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.metric}>
            <th scope="row" className="whitespace-nowrap!">
              <span className="font-semibold">{row.name}</span>{" "}
              <span className="block font-normal text-ink-3 wide:inline">{row.unit}</span>
            </th>
            {row.cells.map((cell, at) => (
              <td key={cell.runId} className="right align-top! max-wide:px-2!">
                {cards[at] === undefined ? null : <PaperHead card={cards[at]} />}
                <RunCell cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Where paper has no columns. */
function PaperHead({ card }: { card: RunCard }) {
  return (
    <span className="block-head hidden text-12 text-ink-3">
      <RunHead card={card} />
    </span>
  );
}

/** In one line: the percentage, and as its colour what it is worth. */
function CellChange({ change: { words, noise, called } }: { change: ChangeCell }) {
  if (words === null) return <span className="text-12 text-ink-3">-</span>;
  const state = noise === null || noise.state === "quoted" ? null : noise.state;
  return (
    <ChangeChip
      change={words.percent === "" ? words.times : words.percent}
      state={state}
      title={noise === null ? "" : `${words.times}. ${noise.reason}`}
      called={called}
    />
  );
}

function RunCell({ cell }: { cell: FigureCell }) {
  const { change, target } = cell;
  return (
    <span className="flex flex-col items-end gap-y-1 whitespace-nowrap">
      <FigureText cell={cell} />
      {change === null ? null : <CellChange change={change} />}
      {target === null ? null : (
        // On phones, the cards above say which run misses.
        <span
          className="mt-1 flex items-center gap-1.5 text-12 text-ink-3 max-wide:hidden"
          title={target.reason}
        >
          {target.text} <VerdictPill state={target.state} />
        </span>
      )}
    </span>
  );
}
