import type { ListedInvitation, Member } from "@headroom/services";
import { formatCount } from "@headroom/ui";

export type MemberRole = Member["role"];

export interface MemberRow {
  personId: string;
  name: string;
  email: string;
  role: MemberRole;
  since: string;
  isViewer: boolean;
  /** The only owner stays one: nobody else could manage the workspace. */
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

export const ROLE_WORDS: Readonly<Record<MemberRole, { label: string; may: string }>> = {
  owner: { label: "Owner", may: "everything, members and tokens too" },
  editor: { label: "Editor", may: "send runs; change experiments, targets and notes; share" },
  viewer: { label: "Viewer", may: "look at everything, change nothing" },
};

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

function sentenceOf(members: number, invited: number): MembersModel["sentence"] {
  return {
    lead: members === 1 ? "You are alone here." : `${formatCount(members)} people work here.`,
    rest:
      invited === 0
        ? ""
        : `${formatCount(invited)} ${invited === 1 ? "invitation is" : "invitations are"} not answered yet.`,
  };
}
