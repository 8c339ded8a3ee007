import { Muted, PageHead, Sentence, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { FieldTable } from "./field-table.tsx";
import type { ApiReference } from "./prepare-api-reference.ts";
import { RouteEntry } from "./route-entry.tsx";

interface ApiReferencePageProps {
  model: ApiReference;
  ingestUrl: string;
}

/** Every route of the HTTP API, from the table that ingest registers them from. It needs no scripts. */
export function ApiReferencePage({ model, ingestUrl }: ApiReferencePageProps) {
  return (
    <>
      <PageHead
        eyebrow={<span className="font-mono">{ingestUrl}</span>}
        sentence={
          <Sentence
            lead={`The HTTP API: ${model.routeCount} endpoints.`}
            rest="Later versions only add to them."
          />
        }
        meta={
          <p className="mt-3 max-w-[60em] text-14 text-ink-2">
            Send a token as <code>Authorization: Bearer …</code>. To generate a client, use the{" "}
            <a href={`${ingestUrl}/v1/openapi.json`} className={textLinkClass}>
              OpenAPI 3.1 document
            </a>
            .
          </p>
        }
      />
      <nav aria-label="Sections" className="flex flex-wrap gap-x-4 gap-y-2 pb-4 text-13">
        {model.groups.map(({ title, anchor, routes }) => (
          <a key={anchor} href={`#${anchor}`} className="hover:underline">
            {title} <Muted>{routes.length}</Muted>
          </a>
        ))}
        <a href="#schemas" className="hover:underline">
          Schemas <Muted>{model.schemas.length}</Muted>
        </a>
      </nav>
      <div className="grid grid-cols-1 gap-5">
        {model.groups.map(({ title, anchor, routes }) => (
          <Sheet key={anchor} labelledBy={anchor}>
            <SheetSection>
              <SheetTitle id={anchor}>{title}</SheetTitle>
            </SheetSection>
            {routes.map((route) => (
              <RouteEntry key={route.anchor} route={route} />
            ))}
          </Sheet>
        ))}
        <Sheet labelledBy="schemas">
          <SheetSection>
            <SheetTitle id="schemas">Schemas</SheetTitle>
          </SheetSection>
          {model.schemas.map(({ name, fields }) => (
            <details key={name} className="px-4 py-2.5 wide:px-5">
              <summary className="cursor-pointer text-13 font-semibold">{name}</summary>
              {/* Browsers open what a link leads into, not what it leads to. */}
              <div id={`schema-${name}`} className="scroll-mt-16">
                <FieldTable label={`Fields of ${name}`} fields={fields} certain="always" />
              </div>
            </details>
          ))}
        </Sheet>
      </div>
    </>
  );
}
