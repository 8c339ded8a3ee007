import { BlockHead, EmptyState, Sentence, Table } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { DeleteCiIdentity } from "./delete-ci-identity.tsx";
import { NewCiIdentity } from "./new-ci-identity.tsx";
import type { CiIdentitiesModel, CiIdentityRow } from "./prepare-ci-identities.ts";
import { SettingsFrame } from "./settings-frame.tsx";

interface CiIdentitiesPageProps {
  model: CiIdentitiesModel;
  services: readonly { slug: string; name: string }[];
  workspaceName: string;
  timeZone: string;
}

export function CiIdentitiesPage({ model, services, workspaceName, timeZone }: CiIdentitiesPageProps) {
  const isOff = model.issuers.length === 0;
  return (
    <SettingsFrame
      page="ci-identities"
      workspaceName={workspaceName}
      mayManage
      sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
      actions={isOff ? null : <NewCiIdentity issuers={model.issuers} services={services} />}
    >
      {model.rows.length > 0 ? (
        <Table label="CI identities" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">CI identity</th>
              <th scope="col">Jobs with</th>
              <th scope="col">Scopes</th>
              <th scope="col">Last used</th>
              <th scope="col" className="right">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {model.rows.map((row) => (
              <Row key={row.id} row={row} timeZone={timeZone} />
            ))}
          </tbody>
        </Table>
      ) : isOff ? (
        <EmptyState
          title="This server doesn't accept tokens of any CI system."
          step="To let GitHub or GitLab jobs upload without a stored token, ask the server's operator to set HEADROOM_CI_ISSUERS."
        />
      ) : (
        <EmptyState
          title="No CI identities yet."
          step="Create one for each repository whose jobs upload runs. The jobs then need no stored token: their CI system vouches for them."
        />
      )}
    </SettingsFrame>
  );
}

function Row({ row, timeZone }: { row: CiIdentityRow; timeZone: string }) {
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
        <span className="mt-0.5 block font-mono text-12 font-normal text-ink-3 wrap-anywhere">
          {row.audience}
        </span>
      </th>
      <td>
        <BlockHead>Jobs with</BlockHead>
        {row.issuer}
        {row.claims.map((claim) => (
          <span key={claim} className="block font-mono text-12 text-ink-2 wrap-anywhere">
            {claim}
          </span>
        ))}
      </td>
      <td>
        <BlockHead>Scopes</BlockHead>
        {row.scopes}
      </td>
      <td>
        <BlockHead>Last used</BlockHead>
        {row.lastUsedAt === null ? (
          <span className="text-ink-3">never</span>
        ) : (
          <ViewerTime from={row.lastUsedAt} timeZone={timeZone} />
        )}
        {row.activeTokens === "" ? null : (
          <span className="mt-0.5 block text-12 text-ink-3">{row.activeTokens}</span>
        )}
      </td>
      <td className="right">
        <DeleteCiIdentity id={row.id} name={row.name} />
      </td>
    </tr>
  );
}
