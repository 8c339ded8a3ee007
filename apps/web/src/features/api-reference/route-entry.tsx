import type { ReactNode } from "react";
import { Table, Tag, textLinkClass } from "@headroom/ui";
import { FieldTable } from "./field-table.tsx";
import type { ApiContent, ApiRoute } from "./prepare-api-reference.ts";

export function RouteEntry({ route }: { route: ApiRoute }) {
  const { anchor, method, path, title, about, access, parameters, body, answers, failures } = route;
  return (
    <details className="px-4 py-2.5 wide:px-5">
      <summary className="cursor-pointer text-13">
        <span className="font-mono font-semibold wrap-anywhere">
          {method} {path}
        </span>{" "}
        <span className="text-ink-2">{title}</span> <Tag>{access}</Tag>
      </summary>
      <div id={anchor} className="mt-2 grid scroll-mt-16 grid-cols-1 gap-4 pb-3">
        {about === null ? null : <p className="text-13 text-ink-2">{about}</p>}
        {parameters.length === 0 ? null : (
          <Part title="Parameters">
            <Parameters of={`${method} ${path}`} parameters={parameters} />
          </Part>
        )}
        {body === null ? null : (
          <Part title="Body">
            <Content content={body} label={`Body of ${method} ${path}`} certain="required" />
          </Part>
        )}
        {answers.map((answer) => (
          <Part key={answer.status} title={`Answer ${answer.status}`}>
            <Content content={answer} label={`Answer of ${method} ${path}`} certain="always" />
          </Part>
        ))}
        <Part title="Errors">
          <ul className="mt-1 columns-[24em] gap-6 text-12 text-ink-2">
            {failures.map(({ code, status, about: meaning }) => (
              <li key={code}>
                {status} <code>{code}</code>: {meaning}
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </details>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="text-13 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Parameters({ of, parameters }: { of: string; parameters: ApiRoute["parameters"] }) {
  return (
    <Table label={`Parameters of ${of}`} narrow="scroll" className="mt-2 text-12">
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">In</th>
          <th scope="col">Type</th>
          <th scope="col">Required</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, in: where, type, required, about }) => (
          <tr key={`${where} ${name}`}>
            <th scope="row" className="font-normal">
              <code>{name}</code>
              {about === null ? null : <span className="block text-ink-3">{about}</span>}
            </th>
            <td>{where}</td>
            <td>{type}</td>
            <td>{required ? "yes" : "no"}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface ContentProps {
  content: ApiContent;
  label: string;
  certain: "required" | "always";
}

function Content({ content: { types, about, schema, fields }, label, certain }: ContentProps) {
  return (
    <>
      <p className="mt-1 text-13 text-ink-2">
        {about} {types.join(", ")}
        {schema === null ? null : (
          <>
            :{" "}
            <a href={`#schema-${schema}`} className={textLinkClass}>
              {schema}
            </a>
          </>
        )}
      </p>
      {fields.length === 0 ? null : <FieldTable label={label} fields={fields} certain={certain} />}
    </>
  );
}
