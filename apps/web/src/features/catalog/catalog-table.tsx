import type { ReactNode } from "react";
import { GradeMark, Rail, Sparkline, Table, VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { CatalogFigure, CatalogGroup, CatalogRow } from "./prepare-catalog.ts";

interface CatalogTableProps {
  groups: readonly CatalogGroup[];
  timeZone: string;
}

export function CatalogTable({ groups, timeZone }: CatalogTableProps) {
  return (
    <Table label="Experiments" narrow="blocks" className="catalog">
      <thead>
        <tr>
          <th scope="col">Experiment</th>
          <th scope="col">Verdict</th>
          <th scope="col" className="right">
            Throughput
          </th>
          <th scope="col" className="right">
            p99
          </th>
          <th scope="col">Last 8 runs, p99</th>
          <th scope="col" className="right">
            Last run
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          <tr className="group">
            <th scope="rowgroup" colSpan={6} className="[overflow-wrap:anywhere]">
              {group.service}
              {group.name ? <span className="font-normal text-ink-3"> · {group.name}</span> : null}
            </th>
          </tr>
          {group.rows.map((row) => (
            <Row key={row.id} row={row} timeZone={timeZone} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

function Row({ row, timeZone }: { row: CatalogRow; timeZone: string }) {
  return (
    <tr className="relative">
      <th scope="row">
        <span dir="auto" className="text-14 font-semibold [overflow-wrap:anywhere]">
          {row.href ? (
            <AppLink
              href={row.href}
              className="after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              {row.name}
            </AppLink>
          ) : (
            row.name
          )}
        </span>
        <span className="mt-0.5 block text-12 font-normal [overflow-wrap:anywhere] text-ink-3">
          {row.about}
        </span>
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={row.state} />
      </td>
      {row.last === null ? (
        <td colSpan={4} className="text-12 text-ink-3 max-wide:col-span-2">
          No result yet. Its first upload shows here.
        </td>
      ) : (
        <>
          <td className="right">
            <Measured figure={row.throughput} name="throughput" />
          </td>
          <td className="right">
            <Measured figure={row.p99} name="p99" />
          </td>
          <td className="max-wide:hidden!">
            {row.spark ? <Sparkline {...row.spark} /> : <span className="text-ink-3">-</span>}
          </td>
          <td className="right max-wide:col-span-2">
            <LastRun last={row.last} timeZone={timeZone} />
          </td>
        </>
      )}
    </tr>
  );
}

function Measured({ figure, name }: { figure: CatalogFigure | null; name: string }) {
  if (figure === null) return <span className="text-12 text-ink-3">not given</span>;
  const { value, unit, against, grade } = figure;
  return (
    <span className="flex flex-col items-end gap-[5px] max-wide:items-start">
      <span className="whitespace-nowrap">
        <span className="sr-only wide:hidden">{name} </span>
        <span className="text-15 font-semibold tracking-[-0.015em]">{value}</span>
        <span className="text-12 text-ink-3"> {unit}</span>
        {grade ? (
          <span className="ml-1.5 align-[1px]">
            <span className="sr-only">proof grade </span>
            <GradeMark grade={grade} />
          </span>
        ) : null}
      </span>
      {against ? (
        <span className="flex items-center gap-2 text-12 whitespace-nowrap text-ink-3">
          <span title={`wanted ${against.wanted}`}>{against.distance}</span>
          <span className="sr-only">wanted {against.wanted}</span>
          <Rail ratio={against.ratio} verdict={against.verdict} className="w-16 wide:w-24" />
        </span>
      ) : null}
    </span>
  );
}

function LastRun({ last, timeZone }: { last: NonNullable<CatalogRow["last"]>; timeZone: string }): ReactNode {
  return (
    <span className="flex gap-x-3 text-12 text-ink-2 wide:flex-col wide:gap-0.5 wide:text-13 wide:text-ink">
      <span>
        run {last.number} · {last.age}
      </span>
      <span className="text-12 text-ink-3">
        {last.commit ? (
          <span className="font-mono">{last.commit}</span>
        ) : (
          <ViewerTime from={last.publishedAt} timeZone={timeZone} />
        )}
      </span>
    </span>
  );
}
