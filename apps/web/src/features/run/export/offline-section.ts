import { markup } from "./html.ts";
import type { Html } from "./html.ts";

export function section(title: string, body: Html | readonly Html[]): Html {
  return markup`<section>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

export function list(rows: readonly { name: string; value: string }[]): Html {
  return markup`<dl>
    ${rows.map(
      ({ name, value }) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}
