import type { DetectionAnswer } from "@headroom/contract";
import { Select, Table } from "@headroom/ui";
import { MEANINGS, meaningOf, withMeaning } from "./prepare-columns.ts";

interface ColumnPickerProps {
  table: NonNullable<DetectionAnswer["table"]>;
  mapping: string;
  onChange: (change: { mapping: string }) => void;
}

/** The first rows of a file, and above each column what it means. */
export function ColumnPicker({ table: { columns }, mapping, onChange }: ColumnPickerProps) {
  const rows = columns[0]?.values.length ?? 0;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-13 text-ink-2">
        Choose what each column means. A latency column is needed; with a time column, the run has charts. The
        choice is saved with the experiment.
      </p>
      <Table label="Columns of the file" narrow="scroll" className="text-13">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="min-w-40 align-top">
                <span dir="auto" title={name} className="block max-w-52 truncate font-mono">
                  {name}
                </span>
                <Select
                  aria-label={`Meaning of ${name}`}
                  options={MEANINGS}
                  value={meaningOf(mapping, name)}
                  onChange={(meaning) => onChange({ mapping: withMeaning(mapping, name, meaning) })}
                  className="mt-1.5 w-full font-normal"
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, at) => (
            <tr key={at}>
              {columns.map(({ name, values }) => (
                <td key={name} dir="auto" className="max-w-52 truncate font-mono text-12 text-ink-2">
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
