import { BlockHead, SheetNote, Table } from "@headroom/ui";
import { RunHead } from "../view/run-head.tsx";
import type { ComparedGaugeRow, GaugeCell } from "./prepare-gauges.ts";

const COLUMNS = 8;

/** Each gauge with a row for each run. */
export function GaugesComparedTable({ rows }: { rows: readonly ComparedGaugeRow[] }) {
  return (
    <>
      <Table label="Gauges of the runs" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Usual range</th>
            <th scope="col">Mean</th>
            <th scope="col">Lowest</th>
            <th scope="col">Highest</th>
            <th scope="col">Change</th>
            <th scope="col">Level while the load rose</th>
            <th scope="col">Back down</th>
          </tr>
        </thead>
        {rows.map(({ key, name, unit, words, cells }) => (
          <tbody key={key}>
            <tr>
              <th scope="rowgroup" colSpan={COLUMNS} className="max-wide:col-span-2">
                <span dir="auto" className="font-mono text-12 font-semibold wrap-anywhere">
                  {name}
                </span>{" "}
                <span className="font-normal text-ink-3">{unit}</span>
                {words === null ? null : (
                  <span className="block font-normal wrap-anywhere whitespace-normal">{words}</span>
                )}
              </th>
            </tr>
            {cells.map((cell) => (
              <Row key={cell.runId} cell={cell} />
            ))}
          </tbody>
        ))}
      </Table>
      <SheetNote>
        The usual range holds nine of ten values of the judged window; mean, lowest and highest are of the
        whole run. Changes are against the reference and aren't tested: they are what these runs showed. A
        level and a recovery are given only where the values leave no doubt.
      </SheetNote>
    </>
  );
}

function Row({ cell }: { cell: GaugeCell }) {
  const { position, runName, measured, band, mean, lowest, highest, changes, level, recovery } = cell;
  return (
    <tr>
      <th scope="row" className="font-normal whitespace-nowrap max-wide:col-span-2">
        <RunHead card={{ position, name: runName }} />
      </th>
      {measured ? (
        <>
          <Text head="Usual range" text={band} absent="too few values" />
          <Text head="Mean" text={mean} />
          <Text head="Lowest" text={lowest} />
          <Text head="Highest" text={highest} />
          <Text head="Change" text={changes.length === 0 ? null : changes.join(", ")} />
          <Text head="Level while the load rose" text={level} />
          <Text head="Back down" text={recovery} />
        </>
      ) : (
        <td colSpan={COLUMNS - 1} className="text-ink-3 max-wide:col-span-2">
          not measured
        </td>
      )}
    </tr>
  );
}

function Text({ head, text, absent = "-" }: { head: string; text: string | null; absent?: string }) {
  return (
    <td className={text === null ? "text-ink-3 max-wide:hidden!" : ""}>
      <BlockHead>{head}</BlockHead>
      {text ?? absent}
    </td>
  );
}
