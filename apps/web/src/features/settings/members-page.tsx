import { Sentence, SheetSection, SheetTitle, Table } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { Invite } from "./invite.tsx";
import { MemberActions } from "./member-actions.tsx";
import { ROLE_WORDS } from "./prepare-members.ts";
import type { InvitationRow, MemberRow, MembersModel } from "./prepare-members.ts";
import { RevokeInvitation } from "./revoke-invitation.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

interface MembersPageProps {
  model: MembersModel;
  workspaceName: string;
  mayManage: boolean;
  mailIsSent: boolean;
  timeZone: string;
}

export function MembersPage(props: MembersPageProps) {
  const { model, workspaceName, mayManage, mailIsSent, timeZone } = props;
  return (
    <SettingsFrame
      page="members"
      workspaceName={workspaceName}
      mayManage={mayManage}
      sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
      actions={mayManage ? <Invite mailIsSent={mailIsSent} /> : null}
    >
      <Table label="Members" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
            <th scope="col">Joined</th>
            <th scope="col" className="right">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {model.members.map((row) => (
            <Row key={row.personId} row={row} mayManage={mayManage} timeZone={timeZone} />
          ))}
        </tbody>
      </Table>
      {model.invitations.length === 0 ? null : (
        <SheetSection>
          <SheetTitle id="invitations">Pending invitations</SheetTitle>
        </SheetSection>
      )}
      {model.invitations.length === 0 ? null : <Invitations rows={model.invitations} timeZone={timeZone} />}
    </SettingsFrame>
  );
}

function Row({ row, mayManage, timeZone }: { row: MemberRow; mayManage: boolean; timeZone: string }) {
  return (
    <tr>
      <th scope="row">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {row.name}
        </span>
        {row.isViewer ? <span className="font-normal text-ink-3"> (you)</span> : null}
        <span className="mt-0.5 block text-12 font-normal text-ink-3 wrap-anywhere">{row.email}</span>
      </th>
      <td>
        {ROLE_WORDS[row.role].label}
        <span className="block text-12 text-ink-3">{ROLE_WORDS[row.role].access}</span>
      </td>
      <td>
        <ViewerTime from={row.since} timeZone={timeZone} />
      </td>
      <td className="right">
        <MemberActions row={row} mayManage={mayManage} />
      </td>
    </tr>
  );
}

function Invitations({ rows, timeZone }: { rows: readonly InvitationRow[]; timeZone: string }) {
  return (
    <Table label="Invitations" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">Expires</th>
          <th scope="col" className="right">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, email, role, expiresAt, expired }) => (
          <tr key={id}>
            <th scope="row" className="wrap-anywhere">
              {email}
            </th>
            <td>{ROLE_WORDS[role].label}</td>
            <td>
              {expired ? <span className="text-ink-3">expired </span> : null}
              <ViewerTime from={expiresAt} timeZone={timeZone} />
            </td>
            <td className="right">
              <RevokeInvitation id={id} email={email} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
