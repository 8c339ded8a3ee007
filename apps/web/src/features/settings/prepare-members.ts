import { INVITATION_DAYS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ListedInvitation, Member, Powers } from "@headroom/services";
import { formatCount } from "@headroom/ui";

export type MemberRole = Member["role"];

export interface MemberRow {
  personId: string;
  name: string;
  email: string;
  role: MemberRole;
  since: string;
  isViewer: boolean;
  /** The only owner cannot leave or change role: nobody could manage the workspace. */
  isLastOwner: boolean;
}

export interface InvitationRow {
  id: string;
  email: string;
  role: MemberRole;
  createdAt: string;
  expiresAt: string;
  expired: boolean;
}

export interface MembersModel {
  members: MemberRow[];
  invitations: InvitationRow[];
  sentence: { lead: string; rest: string };
}

export const ROLE_WORDS: Readonly<Record<MemberRole, { label: string; access: string }>> = {
  owner: { label: "Owner", access: "Can do everything, including members and tokens" },
  editor: { label: "Editor", access: "Can upload runs, share, and edit experiments, targets and notes" },
  viewer: { label: "Viewer", access: "Can view everything, but change nothing" },
};

/** How the link of a new invitation gets to the person it is for, and how long it works. */
export function invitedWords(mailIsSent: boolean): string {
  const how = mailIsSent
    ? "We're sending this link by email."
    : "This server doesn't send email, so send this link yourself.";
  return `${how} It works once, only for this address and for ${INVITATION_DAYS} days, and isn't shown again.`;
}

export function prepareMembers(
  members: readonly Member[],
  invitations: readonly ListedInvitation[],
  viewerId: string,
): MembersModel {
  const owners = members.filter(({ role }) => role === "owner").length;
  return {
    members: members.map(({ personId, name, email, role, since }) => ({
      personId,
      name,
      email,
      role,
      since: since.toISOString(),
      isViewer: personId === viewerId,
      isLastOwner: role === "owner" && owners === 1,
    })),
    invitations: invitations.map(({ id, email, role, createdAt, expiresAt, expired }) => ({
      id,
      email,
      role,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      expired,
    })),
    sentence: sentenceOf(members.length, invitations.filter(({ expired }) => !expired).length),
  };
}

const inWords = new Intl.ListFormat("en");

/** What ends together with a membership, and what can. */
export function powersWords(
  { tokens, ciIdentities, invitations, shareLinks }: Powers,
  { isViewer }: Pick<MemberRow, "isViewer">,
): { ends: string | null; shareLinks: string | null } {
  const ending = [
    ...tokens.map(({ name }) => `the token “${name}” (can manage the workspace)`),
    ...ciIdentities.map(({ name }) => `the CI identity “${name}” (can manage the workspace)`),
    ...invitations.map(({ email }) => `the invitation for ${email}`),
  ];
  const [whose, count] = [isViewer ? "your" : "their", shareLinks.length];
  return {
    ends: ending.length === 0 ? null : `This also revokes ${inWords.format(ending)}.`,
    shareLinks:
      count === 0
        ? null
        : `Also revoke ${whose} ${count === 1 ? "share link" : `${formatCount(count)} share links`}`,
  };
}

function sentenceOf(members: number, invited: number): MembersModel["sentence"] {
  return {
    lead: "Settings",
    rest: [
      members === 1 ? "You are the only member." : `${formatCount(members)} members.`,
      ...(invited === 0 ? [] : [`${plural(invited, "pending invitation")}.`]),
    ].join(" "),
  };
}
