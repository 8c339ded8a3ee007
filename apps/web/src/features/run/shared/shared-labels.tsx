import type { RunAnswer } from "@headroom/contract";
import { Sheet, SheetNote, SheetTitle, Table, VerdictPill, formatCount } from "@headroom/ui";
import { prepareSharedLabels } from "./prepare-shared-labels.ts";

const WIDE = "right max-wide:hidden!";

/** The busiest labels over the whole run. The page is for reading, so there is nothing to sort or search. */
export function SharedLabels({ answer }: { answer: RunAnswer }) {
  const { rows, more, judged } = prepareSharedLabels(answer);
  if (rows.length === 0) return null;
  return (
    <Sheet labelledBy="labels" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 pb-3 wide:px-5">
        <SheetTitle id="labels">Labels</SheetTitle>
        <span className="text-13 text-ink-2">whole run, busiest first</span>
      </div>
      <Table label="Labels" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col" className={WIDE}>
              Share, %
            </th>
            <th scope="col" className={WIDE}>
              req/s
            </th>
            <th scope="col" className={WIDE}>
              p50, ms
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col" className={WIDE}>
              max, ms
            </th>
            <th scope="col" className="right">
              Errors
            </th>
            {judged ? <th scope="col">Target</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                <span dir="auto" className="font-mono text-12 font-normal [overflow-wrap:anywhere]">
                  {row.label}
                </span>
              </th>
              <td className={WIDE}>{row.share}</td>
              <td className={WIDE}>{row.throughput}</td>
              <td className={WIDE}>{row.p50}</td>
              <td className="right font-semibold">{row.p99}</td>
              <td className={WIDE}>{row.max}</td>
              <td className="right">{row.errors}</td>
              {judged ? <td>{row.verdict ? <VerdictPill state={row.verdict} /> : null}</td> : null}
            </tr>
          ))}
        </tbody>
      </Table>
      {more > 0 ? <SheetNote>And {formatCount(more)} more, each with fewer requests.</SheetNote> : null}
    </Sheet>
  );
}
