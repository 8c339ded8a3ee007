import type { Field } from "@headroom/contract/api";
import { Table } from "@headroom/ui";

interface FieldTableProps {
  label: string;
  fields: readonly Field[];
  /** What a field that is never missing is: required of clients, or always there. */
  certain: "required" | "always";
}

export function FieldTable({ label, fields, certain }: FieldTableProps) {
  if (fields.length === 0) return <p className="mt-2 text-13 text-ink-3">It has no fields of its own.</p>;
  return (
    <Table label={label} narrow="scroll" className="mt-2 text-12">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">{certain === "required" ? "Required" : "Always there"}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field, at) => (
          <tr key={`${field.name} ${at}`}>
            <th scope="row" className="font-normal">
              <code className="wrap-anywhere">{field.name}</code>
            </th>
            <td>
              {field.type}
              {field.refers.map((name) => (
                <a
                  key={name}
                  href={`#schema-${name}`}
                  aria-label={`Schema ${name}`}
                  className="ml-1.5 text-ink-3"
                >
                  ↓
                </a>
              ))}
            </td>
            <td>{field.required ? "yes" : "no"}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
