import { SheetSection, SheetTitle } from "@headroom/ui";
import type { FiguresColumn, FiguresTable } from "./prepare-figures.ts";

interface FiguresPanelProps {
  /** Null: of all requests. */
  label: string | null;
  table: FiguresTable;
}

export function FiguresPanel({ label, table }: FiguresPanelProps) {
  const { shown, beside, rows, note } = table;
  const isCounted = rows.some(({ beyond }) => beyond !== null);
  return (
    <SheetSection>
      <SheetTitle id="figures">Metrics</SheetTitle>
      {label === null ? null : (
        <p title={label} dir="auto" className="truncate font-mono text-12 text-ink-2">
          {label}
        </p>
      )}
      <table aria-labelledby="figures" className="mt-2 w-full text-13">
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              <span className="sr-only">Figure</span>
            </th>
            <Column column={shown} />
            {beside ? <Column column={beside} /> : null}
            {isCounted ? (
              <th scope="col" className="py-1 pl-3 text-right align-bottom font-medium">
                slower requests
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-line">
              <th scope="row" className="py-[5px] text-left font-normal whitespace-nowrap text-ink-2">
                {row.name}
              </th>
              <td className={`pl-3 text-right text-ink ${row.strong ? "font-semibold" : "font-medium"}`}>
                {row.shown}
              </td>
              {beside ? <td className="pl-3 text-right text-ink-2">{row.beside}</td> : null}
              {isCounted ? <td className="pl-3 text-right text-ink-3">{row.beyond}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="mt-2 text-12 text-ink-3">{note}</p> : null}
    </SheetSection>
  );
}

function Column({ column: { name, length } }: { column: FiguresColumn }) {
  return (
    <th scope="col" className="py-1 pl-3 text-right align-bottom font-medium">
      {name}
      <span className="block font-normal">{length}</span>
    </th>
  );
}
