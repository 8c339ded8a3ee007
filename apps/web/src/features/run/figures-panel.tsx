import { SheetSection, SheetTitle } from "@headroom/ui";
import type { FiguresTable } from "./prepare-figures.ts";

export function FiguresPanel({ table }: { table: FiguresTable }) {
  const judged = table.steadyLength !== null;
  return (
    <SheetSection>
      <SheetTitle id="figures">Figures</SheetTitle>
      <table aria-labelledby="figures" className="mt-2 w-full text-13">
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              <span className="sr-only">Figure</span>
            </th>
            {judged ? <Column name="steady" length={table.steadyLength} /> : null}
            <Column name="whole run" length={table.wholeLength} />
            <th scope="col" className="py-1 pl-3 text-right align-bottom font-medium">
              beyond
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, steady, whole, beyond, strong }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-[5px] text-left font-normal whitespace-nowrap text-ink-2">
                {name}
              </th>
              {judged ? (
                <td className={`pl-3 text-right text-ink ${strong ? "font-semibold" : "font-medium"}`}>
                  {steady}
                </td>
              ) : null}
              <td
                className={`pl-3 text-right ${judged ? "text-ink-2" : strong ? "font-semibold" : "font-medium"}`}
              >
                {whole}
              </td>
              <td className="pl-3 text-right text-ink-3">{beyond}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SheetSection>
  );
}

function Column({ name, length }: { name: string; length: string | null }) {
  return (
    <th scope="col" className="py-1 pl-3 text-right align-bottom font-medium">
      {name}
      <span className="block font-normal">{length}</span>
    </th>
  );
}
