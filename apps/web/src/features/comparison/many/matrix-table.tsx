import clsx from "clsx";
import { Table } from "@headroom/ui";
import type { ChangeState } from "@headroom/ui";
import type { ManyModel } from "./prepare-many.ts";

/** Only what was detected. */
const TINTS: Partial<Record<ChangeState, string>> = {
  improved: "bg-good-soft",
  regressed: "bg-bad-soft",
};

interface MatrixTableProps extends Pick<ManyModel, "rows" | "matrix"> {
  label: string;
}

/** Each label in each run: the figure above, its change from the reference below. */
export function MatrixTable({ rows, matrix, label }: MatrixTableProps) {
  return (
    <Table label={label} narrow="scroll">
      <thead>
        <tr>
          <th scope="col">Label</th>
          {rows.map(({ card, starts }) => (
            <th key={card.id} scope="col" className={clsx("right last:pr-4!", starts !== null && RULED)}>
              {card.number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.map(({ key, name, isLabel, cells }) => (
          <tr key={key}>
            <th scope="row" className="max-w-56 py-1.5!">
              <span
                dir="auto"
                title={name}
                className={clsx(
                  "block truncate",
                  isLabel ? "font-mono text-12 font-normal" : "font-semibold",
                )}
              >
                {name}
              </span>
            </th>
            {cells.map(({ runId, value, change, state, title, starts }) => (
              <td
                key={runId}
                title={title}
                className={clsx(
                  "right relative px-1.5! py-1.5! whitespace-nowrap last:pr-4!",
                  starts && RULED,
                  state === null ? undefined : TINTS[state],
                )}
              >
                <span className="block">{value}</span>
                <span className="block text-11 text-ink-2">{change}</span>
                {state === "regressed" || state === "improved" ? (
                  <span className="sr-only">{state === "regressed" ? "worse" : "better"}</span>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const RULED = "border-l-2! border-l-ink-2!";
