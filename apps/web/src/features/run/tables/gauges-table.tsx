import { SheetNote, Table } from "@headroom/ui";
import type { GaugeRow } from "./prepare-gauge-rows.ts";

interface GaugesTableProps {
  rows: readonly GaugeRow[];
  /** What the usual range is of. */
  of: "steady phase" | "run" | "range";
  during: "run" | "range";
  /** What other gauges did while one of them rose, in sentences. */
  meanwhile?: readonly string[];
}

/** What gauges did beside the load. */
export function GaugesTable({ rows, of, during, meanwhile = [] }: GaugesTableProps) {
  return (
    <>
      <Meanwhile words={meanwhile} />
      <Table label="Gauges beside the load" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Gauge</th>
            <th scope="col">Usual range</th>
            <th scope="col">With the least and the most load</th>
            <th scope="col">What it did</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </tbody>
      </Table>
      <SheetNote>
        The usual range holds nine of ten values of the {of}; lowest and highest are of all of the {during}.
        Least and most load are the fifths of the {during} with the lowest and the highest load, if it varied
        by half or more. What a gauge did is said only where its values leave no doubt.
      </SheetNote>
    </>
  );
}

/** Requests delayed by a stall: what stayed level, and what may be the limit. */
export function Meanwhile({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <ul aria-label="Requests delayed by a stall" className="flex flex-col gap-1 px-4 py-3 text-14 wide:px-5">
      {words.map((sentence) => (
        <li key={sentence} className="max-w-[72em] [overflow-wrap:anywhere]">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function Row({ row: { name, band, ends, byLoad, sentences } }: { row: GaugeRow }) {
  return (
    <tr>
      <th scope="row" className="max-w-64">
        <span dir="auto" title={name} className="block truncate font-mono text-12 font-normal">
          {name}
        </span>
      </th>
      <td>
        <span className="flex flex-col">
          <span className="whitespace-nowrap">{band ?? <None>too few values</None>}</span>
          {ends === null ? null : <None>{ends}</None>}
        </span>
      </td>
      <td>
        {byLoad === null ? (
          <None>-</None>
        ) : (
          <span className="flex flex-col">
            <span>{byLoad.low}</span>
            <span>{byLoad.high}</span>
          </span>
        )}
      </td>
      <td className="max-w-120 max-wide:col-span-2">
        {sentences.length === 0 ? (
          <None>-</None>
        ) : (
          sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
      </td>
    </tr>
  );
}

function None({ children }: { children: string }) {
  return <span className="text-ink-3">{children}</span>;
}
