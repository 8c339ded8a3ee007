import clsx from "clsx";
import { EmptyState, Muted, Table, buttonClass, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { AUDIT_ABOUT } from "./audit-words.ts";
import type { AuditAbout } from "./audit-words.ts";
import { auditAddress } from "./prepare-audit.ts";
import type { AuditModel, AuditQuery, AuditRow } from "./prepare-audit.ts";
import { SettingsFrame } from "./settings-frame.tsx";

interface AuditPageProps {
  model: AuditModel;
  query: AuditQuery;
  workspaceName: string;
  timeZone: string;
}

export function AuditPage({ model, query, workspaceName, timeZone }: AuditPageProps) {
  return (
    <SettingsFrame
      page="audit"
      workspaceName={workspaceName}
      mayManage
      sentence={
        <>
          Who changed what, and when. <Muted>Entries are never removed.</Muted>
        </>
      }
    >
      <Filters query={query} />
      {model.rows.length === 0 ? (
        <EmptyState
          title="No entries of this kind."
          step="Choose Everything, or go back to the newest entries."
        />
      ) : (
        <Table label="Audit log" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">Action</th>
              <th scope="col">Details</th>
              <th scope="col" className="right">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {model.rows.map((row) => (
              <Row key={row.id} row={row} timeZone={timeZone} />
            ))}
          </tbody>
        </Table>
      )}
      <Pages older={model.older} query={query} />
    </SettingsFrame>
  );
}

function Filters({ query }: { query: AuditQuery }) {
  return (
    <nav aria-label="Filter the log" className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2 wide:px-5">
      {Object.entries(AUDIT_ABOUT).map(([about, { label }]) => (
        <AppLink
          key={about}
          href={auditAddress({ about: about as AuditAbout, before: null })}
          aria-current={about === query.about ? "page" : undefined}
          className={clsx(
            "flex min-h-8 items-center text-13",
            about === query.about ? "font-semibold text-ink" : "text-ink-2 hover:text-ink",
          )}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  );
}

function Pages({ older, query }: { older: AuditModel["older"]; query: AuditQuery }) {
  if (older === null && query.before === null) return null;
  return (
    <nav aria-label="Log pages" className="flex justify-end gap-2 px-4 py-2.5 wide:px-5">
      {query.before === null ? null : (
        <AppLink href={auditAddress({ ...query, before: null })} className={buttonClass()}>
          Newest
        </AppLink>
      )}
      {older === null ? null : (
        <AppLink href={older} className={buttonClass()}>
          Older
        </AppLink>
      )}
    </nav>
  );
}

function Row({ row, timeZone }: { row: AuditRow; timeZone: string }) {
  return (
    <tr>
      <th scope="row" className="font-normal max-wide:col-span-2">
        <span className="wrap-anywhere">
          <b className="font-semibold">{row.who}</b> {row.did.before}{" "}
          {row.subject === null ? null : row.href === null ? (
            <span dir="auto">{row.subject}</span>
          ) : (
            <AppLink href={row.href} className={textLinkClass}>
              {row.subject}
            </AppLink>
          )}
          {row.did.after === "" ? null : ` ${row.did.after}`}
        </span>
      </th>
      <td className="max-wide:col-span-2 max-wide:empty:hidden">
        {row.detail === "" ? null : (
          <span className="line-clamp-2 text-12 text-ink-2 wrap-anywhere" title={row.detail}>
            {row.detail}
          </span>
        )}
      </td>
      <td className="right max-wide:col-span-2 max-wide:text-left! max-wide:text-ink-3">
        <ViewerTime from={row.at} timeZone={timeZone} />
      </td>
    </tr>
  );
}
