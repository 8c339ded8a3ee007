import clsx from "clsx";
import { Sheet, SheetTitle, Table } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { StatePill } from "../state-pill.tsx";
import type { GateRow, GatesModel } from "./prepare-gates.ts";

/** On a phone. */
const FEW = 3;

/** What gates report for the latest runs of builds. */
export function GatesSheet({ gates }: { gates: GatesModel | null }) {
  if (gates === null) return null;
  return (
    <Sheet label="Gate decisions" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 wide:px-5">
        <SheetTitle>Gate decisions</SheetTitle>
        <span className="text-12 text-ink-3">what a gate reports for each build, {gates.counts}</span>
      </div>
      <Table label="Gate decisions" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Decision</th>
            <th scope="col">Build</th>
            <th scope="col">Why</th>
            <th scope="col" className="max-desk:hidden">
              Compared with
            </th>
            <th scope="col" className="right">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {gates.rows.map((row, place) => (
            <Row key={row.id} row={row} isFurther={place >= FEW} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Row({ row, isFurther }: { row: GateRow; isFurther: boolean }) {
  const { href, pill, run, service, branch, commit, words, against, age, ran } = row;
  return (
    <tr className={clsx("relative", isFurther && "max-wide:hidden!")}>
      <td className="max-wide:order-2 max-wide:justify-self-end">
        <StatePill {...pill} />
      </td>
      <th scope="row" className="font-normal! max-wide:order-1 wide:min-w-48">
        <AppLink
          href={href}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{run}</bdi>
        </AppLink>
        <span className="mt-0.5 block text-12 wrap-anywhere text-ink-3">
          <bdi>{service}</bdi>
          {branch === null ? null : (
            <>
              {" · "}
              <bdi>{branch}</bdi>
            </>
          )}
          {commit === null ? null : <code className="ml-1.5 font-mono">{commit}</code>}
        </span>
      </th>
      <td className="text-ink-2 wrap-anywhere max-wide:order-3 max-wide:col-span-2">{words}</td>
      <td className="text-ink-2 max-desk:hidden!">{against}</td>
      <td className="right whitespace-nowrap text-ink-2 max-wide:order-4 max-wide:text-left!">
        {age}
        {ran === null ? null : <span className="block text-12 text-ink-3 max-wide:inline"> {ran}</span>}
      </td>
    </tr>
  );
}
