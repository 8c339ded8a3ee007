import type { Verdict } from "@headroom/core";
import { BlockHead, Sheet, SheetNote, SheetTitle, Table, VerdictPill, formatCount } from "@headroom/ui";
import type { SharedLabelsModel } from "./prepare-shared-labels.ts";

const WIDE = "right max-wide:hidden!";

/** The busiest labels in the judged window. The page is for reading, so there is nothing to sort or search. */
export function SharedLabels({
  model: { window, rows, more, judged, hasItems },
}: {
  model: SharedLabelsModel;
}) {
  if (rows.length === 0) return null;
  return (
    <Sheet labelledBy="labels" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 pb-3 wide:px-5">
        <SheetTitle id="labels">Labels</SheetTitle>
        <span className="text-13 text-ink-2">{window}, busiest first</span>
      </div>
      <Table label="Labels" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col" className={WIDE}>
              Share, %
            </th>
            <th scope="col" className={WIDE}>
              req/s
            </th>
            {hasItems ? (
              <>
                <th scope="col" className={WIDE}>
                  Items, %
                </th>
                <th scope="col" className={WIDE}>
                  items/s
                </th>
              </>
            ) : null}
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
            <Row key={row.key} row={row} judged={judged} hasItems={hasItems} />
          ))}
        </tbody>
      </Table>
      {more > 0 ? <SheetNote>And {formatCount(more)} more, each with fewer requests.</SheetNote> : null}
    </Sheet>
  );
}

type Shown = SharedLabelsModel["rows"][number];

/** On phones, a block with the name above its figures. */
function Row({ row, judged, hasItems }: { row: Shown; judged: boolean; hasItems: boolean }) {
  return (
    <tr>
      <th scope="row" className="max-wide:col-span-2">
        <span dir="auto" className="font-mono text-12 font-normal [overflow-wrap:anywhere]">
          {row.label}
        </span>
        {row.note === null ? null : <span className="block text-12 font-normal text-ink-3">{row.note}</span>}
      </th>
      <td className={WIDE}>{row.share}</td>
      <td className={WIDE}>{row.throughput}</td>
      {hasItems ? (
        <>
          <td className={WIDE}>{row.itemsShare}</td>
          <td className={WIDE}>{row.items}</td>
        </>
      ) : null}
      <td className={WIDE}>{row.p50}</td>
      <td className="right font-semibold max-wide:text-left!">
        <BlockHead>p99, ms</BlockHead>
        {row.p99}
      </td>
      <td className={WIDE}>{row.max}</td>
      <td className="right max-wide:text-left!">
        <BlockHead>Errors</BlockHead>
        {row.errors}
      </td>
      {judged ? <TargetCell verdict={row.verdict} /> : null}
    </tr>
  );
}

/** On phones, only where there is one. */
function TargetCell({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <td className="text-ink-3 max-wide:hidden!">-</td>;
  return (
    <td className="max-wide:col-span-2">
      <VerdictPill state={verdict} />
    </td>
  );
}
