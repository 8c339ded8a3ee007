import { BlockHead, buttonClass, EmptyState, Sentence, Table } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { NewToken } from "./new-token.tsx";
import type { TokenRow, TokensModel } from "./prepare-tokens.ts";
import { PreviousSecrets } from "./previous-secrets.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { RotateToken } from "./rotate-token.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

interface TokensPageProps {
  model: TokensModel;
  services: readonly { id: string; name: string }[];
  workspaceName: string;
  ingestUrl: string;
  timeZone: string;
}

export function TokensPage({ model, services, workspaceName, ingestUrl, timeZone }: TokensPageProps) {
  return (
    <SettingsFrame
      page="tokens"
      workspaceName={workspaceName}
      mayManage
      sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
      actions={
        <>
          <AppLink href="/api-reference" className={buttonClass()}>
            API reference
          </AppLink>
          <NewToken services={services} ingestUrl={ingestUrl} />
        </>
      }
    >
      {model.rows.length === 0 ? (
        <EmptyState
          title="No tokens yet."
          step="Create one for each program that uploads runs, so that you can revoke one without stopping the others."
        />
      ) : (
        <Table label="Tokens" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col">Scopes</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col">Created</th>
              <th scope="col" className="right">
                State
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
    </SettingsFrame>
  );
}

function Row({ row, timeZone }: { row: TokenRow; timeZone: string }) {
  const time = (instant: string | null, none: string) =>
    instant === null ? (
      <span className="text-ink-3">{none}</span>
    ) : (
      <ViewerTime from={instant} timeZone={timeZone} />
    );
  return (
    <tr>
      <th scope="row">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {row.name}
        </span>
        {row.service === null ? null : (
          <span className="mt-0.5 block text-12 font-normal text-ink-3 wrap-anywhere">
            {row.service} only
          </span>
        )}
        <PreviousSecrets row={row} timeZone={timeZone} />
      </th>
      <td>
        <BlockHead>Scopes</BlockHead>
        {row.scopes}
      </td>
      <td>
        <BlockHead>Last used</BlockHead>
        {time(row.lastUsedAt, "never")}
      </td>
      <td>
        <BlockHead>Expires</BlockHead>
        {time(row.expiresAt, "never")}
      </td>
      <td>
        <BlockHead>Created</BlockHead>
        {time(row.createdAt, "")}
        {row.rotatedAt === null ? null : (
          <span className="mt-0.5 block text-12 text-ink-3">rotated {time(row.rotatedAt, "")}</span>
        )}
      </td>
      <td className="right">
        {row.state === "active" ? (
          <span className="inline-flex flex-wrap justify-end gap-2 wide:flex-nowrap">
            <RotateToken id={row.id} name={row.name} expires={row.expiresAt !== null} />
            <RevokeToken id={row.id} name={row.name} />
          </span>
        ) : (
          <span className="text-ink-3">{row.state}</span>
        )}
      </td>
    </tr>
  );
}
