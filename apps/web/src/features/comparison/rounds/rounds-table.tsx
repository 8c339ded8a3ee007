import { plural } from "@headroom/core/format";
import type { ReactNode } from "react";
import clsx from "clsx";
import {
  BlockHead,
  Icon,
  PairPill,
  RunDot,
  SheetTitle,
  Skeleton,
  Table,
  Tag,
  VerdictPill,
} from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import type { RoundsFigure, RoundsTableRow } from "./prepare-rounds.ts";

/** Table 1 and Table 2 in one: an experiment a row, before and after, each against its target. On phones the verdict is beside the name. */
export function RoundsTable({ rows }: { rows: readonly RoundsTableRow[] }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>First round → second round</SheetTitle>
        <span className="text-12 text-ink-3">
          Broken targets first, then the worst change.{" "}
          {rows.some(({ href }) => href !== null) ? (
            <span className="print:hidden">Open a row to compare its two runs.</span>
          ) : null}
        </span>
      </div>
      <Table label="First round to second round" narrow="blocks">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              Experiment
            </th>
            <GroupHead>
              Throughput <span className="font-normal">req/s</span>
            </GroupHead>
            <GroupHead>
              p99 <span className="font-normal">ms</span>
            </GroupHead>
            <th rowSpan={2} scope="col" className="border-l border-l-line">
              Verdict
            </th>
            <th rowSpan={2} scope="col">
              Target, after
            </th>
          </tr>
          <tr>
            <FigureHeads />
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

function GroupHead({ children }: { children: ReactNode }) {
  return (
    <th colSpan={3} scope="colgroup" className="border-l border-l-line text-center!">
      {children}
    </th>
  );
}

function FigureHeads() {
  return (
    <>
      <th scope="col" className="right border-l border-l-line pl-3!">
        <span className="inline-flex items-center gap-1">
          <RunDot position={0} /> → <RunDot position={1} />
        </span>
      </th>
      <th scope="col" className="right pr-3!">
        Change
      </th>
      <th scope="col" className="right pr-3!">
        95% interval
      </th>
    </>
  );
}

function Row({ row }: { row: RoundsTableRow }) {
  const { name, group, href, differences, outcome } = row;
  const pending = outcome === "pending" && !row.quoted;
  return (
    <tr>
      <th scope="row" className="max-w-64 max-wide:-order-2 print:min-w-28">
        <span dir="auto" title={name} className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
          {href === null ? (
            name
          ) : (
            <AppLink href={href} className="hover:underline">
              {name}
            </AppLink>
          )}
        </span>
        {group === null ? null : (
          <span className="block truncate text-12 font-normal text-ink-3">{group}</span>
        )}
        {row.changed === null ? null : (
          <span dir="auto" className="mt-0.5 block text-12 font-normal [overflow-wrap:anywhere] text-ink-2">
            {row.changed}
          </span>
        )}
        {row.simulated ? <Tag>Simulated</Tag> : null}
        {differences.length === 0 ? null : (
          <span
            className="mt-1 flex items-start gap-1 text-12 font-normal text-unsure"
            title={differences.join(" ")}
          >
            <Icon name="warning" className="mt-px size-3.5" />
            {plural(differences.length, "difference")}
          </span>
        )}
      </th>
      <Figure head="Throughput, req/s" figure={row.throughput} pending={pending} />
      <Figure head="p99, ms" figure={row.p99} pending={pending} />
      <td className="border-l border-l-line max-wide:-order-1 max-wide:justify-self-end max-wide:border-l-0">
        {row.quoted ? (
          <Tag>as quoted</Tag>
        ) : outcome === null ? (
          <span className="text-12 whitespace-nowrap text-ink-3">{row.without}</span>
        ) : (
          <>
            <PairPill state={outcome} />
            {row.reason === "" ? null : (
              <span className="mt-1 block max-w-56 text-12 [overflow-wrap:anywhere] text-ink-3">
                {row.reason}
              </span>
            )}
          </>
        )}
      </td>
      <td className="whitespace-nowrap max-wide:col-span-2">
        <BlockHead>Target, after</BlockHead>
        <span className="flex flex-wrap items-center gap-x-2 wide:block">
          <VerdictPill state={row.target.state} />
          {row.target.word === null ? null : (
            <span className="block text-12 text-ink-3">{row.target.word}</span>
          )}
        </span>
      </td>
    </tr>
  );
}

interface FigureProps {
  /** Of its columns, where a phone has none. */
  head: string;
  figure: RoundsFigure;
  pending: boolean;
}

/** A phone leaves out what there is nothing of. */
function Figure({ head, figure, pending }: FigureProps) {
  const { before, after, words, interval } = figure;
  const isEmpty = before === null && after === null;
  const hasInterval = words !== null && (pending || interval !== null);
  return (
    <>
      <td
        className={clsx(
          "right border-l border-l-line whitespace-nowrap max-wide:border-l-0 max-wide:text-left!",
          words === null && "max-wide:col-span-2",
          isEmpty && "max-wide:hidden!",
        )}
      >
        <BlockHead>{head}</BlockHead>
        <BeforeAndAfter figure={figure} />
      </td>
      <td className={clsx("right whitespace-nowrap", words === null && "max-wide:hidden!")}>
        <BlockHead>Change</BlockHead>
        <b className="block font-semibold">{words?.times ?? "-"}</b>
        <span className="block text-12 text-ink-3">{words?.percent ?? ""}</span>
      </td>
      <td
        className={clsx(
          "right whitespace-nowrap max-wide:col-span-2 max-wide:text-left! print:whitespace-normal",
          !hasInterval && "max-wide:hidden!",
        )}
      >
        <BlockHead>95% interval</BlockHead>
        <Interval figure={figure} pending={pending} />
      </td>
    </>
  );
}

function BeforeAndAfter({ figure: { before, after } }: Pick<FigureProps, "figure">) {
  return (
    <>
      <span className="text-ink-3">{before ?? "-"} → </span>
      {after === null ? (
        <span className="text-ink-3">no run</span>
      ) : (
        <b className="text-15 font-semibold tracking-[-0.01em]">{after}</b>
      )}
    </>
  );
}

/** While it is worked out, in the room that it will take. */
function Interval({ figure: { words, interval, detectable }, pending }: Omit<FigureProps, "head">) {
  if (pending && words !== null)
    return (
      <span className="flex flex-col items-end gap-1 max-wide:items-start">
        <Skeleton className="h-4 w-24 print:w-12" />
        <Skeleton className="h-3.5 w-16 print:w-12" />
      </span>
    );
  return (
    <>
      <span className="block">{interval ?? "-"}</span>
      <span className="block text-12 text-ink-3">{detectable ?? ""}</span>
    </>
  );
}
