import { BlockHead, RunLetter, Skeleton, Table, VerdictPill } from "@headroom/ui";
import { FigureText, NoisePill } from "./change-parts.tsx";
import type { ChangeCell, FigureCell, FigureRow } from "./prepare-figures.ts";
import type { RunCard } from "./prepare-runs.ts";

interface PairTableProps {
  cards: readonly RunCard[];
  rows: readonly FigureRow[];
}

/** Before and after, how far apart, how sure, and whether the target is held. On phones the verdict is beside the name. */
export function PairTable({ cards, rows }: PairTableProps) {
  const beforeAt = cards.findIndex(({ isReference }) => isReference);
  const afterAt = beforeAt === 0 ? 1 : 0;
  const [before, after] = [cards[beforeAt], cards[afterAt]];
  if (before === undefined || after === undefined) return null;
  const isUsual = rows.some(({ cells }) => cells[afterAt]?.change?.noise?.usual != null);
  return (
    <Table label="Figures" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className="right">
            <span className="inline-flex items-center gap-1.5">
              <RunLetter position={before.position} /> → <RunLetter position={after.position} />
            </span>
          </th>
          <th scope="col" className="right">
            Change
          </th>
          <th scope="col" className="right">
            {isUsual ? "Usual change" : "95% interval"}
          </th>
          <th scope="col">Verdict</th>
          <th scope="col">Target, {before.letter}</th>
          <th scope="col">Target, {after.letter}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PairRow
            key={row.metric}
            row={row}
            before={row.cells[beforeAt]}
            after={row.cells[afterAt]}
            heads={{
              interval: isUsual ? "Usual change" : "95% interval",
              before: before.letter,
              after: after.letter,
            }}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface PairRowProps {
  row: FigureRow;
  before: FigureCell | undefined;
  after: FigureCell | undefined;
  /** Of the columns, where a phone has none. */
  heads: { interval: string; before: string; after: string };
}

function PairRow({ row, before, after, heads }: PairRowProps) {
  const change = after?.change ?? null;
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap! max-wide:-order-2">
        <span className="font-semibold">{row.name}</span>{" "}
        <span className="block font-normal text-ink-3 wide:inline">{row.unit}</span>
      </th>
      <td className="right whitespace-nowrap max-wide:text-left!">
        <BlockHead>
          {heads.before} → {heads.after}
        </BlockHead>
        <span className="text-ink-3">{before?.text ?? before?.absent ?? "not reported"} → </span>
        <FigureText cell={after} />
      </td>
      <td className="right whitespace-nowrap">
        <BlockHead>Change</BlockHead>
        <ChangeText words={change?.words ?? null} />
      </td>
      <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
        <BlockHead>{heads.interval}</BlockHead>
        {change === null ? "-" : <Interval change={change} />}
      </td>
      <td className="max-wide:-order-1 max-wide:justify-self-end">
        {change === null ? null : <NoisePill change={change} />}
      </td>
      <TargetCell cell={before} head={`Target, ${heads.before}`} />
      <TargetCell cell={after} head={`Target, ${heads.after}`} />
    </tr>
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
function Interval({ change: { words, noise } }: { change: ChangeCell }) {
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
      <span className="block">{noise.usual?.range ?? noise.interval ?? "-"}</span>
      <span className="block min-h-4 text-12 text-ink-3">{noise.usual?.days ?? noise.detectable ?? ""}</span>
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
