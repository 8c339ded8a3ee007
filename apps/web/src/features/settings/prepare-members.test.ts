import type { ListedInvitation, Member } from "@headroom/services";
import { expect, it } from "vitest";
import { invitedWords, powersWords, prepareMembers } from "./prepare-members.ts";

const since = new Date("2026-11-01T00:00:00Z");
const member = (personId: string, role: Member["role"]): Member => ({
  personId,
  name: personId,
  email: `${personId}@shop.example`,
  role,
  since,
});
const invitation = (expired: boolean): ListedInvitation => ({
  id: "i",
  email: "new@shop.example",
  role: "viewer",
  createdAt: since,
  expiresAt: since,
  expired,
});

it("marks the only owner and the viewer's own row", () => {
  const rows = (...members: Member[]) =>
    prepareMembers(members, [], "a").members.map(({ isViewer, isLastOwner }) => [isViewer, isLastOwner]);
  expect(rows(member("a", "owner"), member("b", "viewer"))).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(rows(member("a", "owner"), member("b", "owner"))).toEqual([
    [true, false],
    [false, false],
  ]);
});

it("counts members, and invitations that can still be accepted", () => {
  const { sentence } = prepareMembers(
    [member("a", "owner"), member("b", "editor")],
    [invitation(false), invitation(true)],
    "a",
  );
  expect(sentence).toEqual({ lead: "Settings", rest: "2 members. 1 pending invitation." });
  expect(prepareMembers([member("a", "owner")], [], "a").sentence.rest).toBe("You are the only member.");
});

it("asks to send the link of an invitation if the server doesn't", () => {
  const link = "It works once, only for this address and for 7 days, and isn't shown again.";
  expect(invitedWords(true)).toBe(`We're sending this link by email. ${link}`);
  expect(invitedWords(false)).toBe(`This server doesn't send email, so send this link yourself. ${link}`);
});

it("lists what ends together with a membership", () => {
  const token = { id: "t", name: "deploy" };
  const invited = { id: "i", email: "second@shop.example" };
  const other = { isViewer: false };
  const ciIdentities = [{ id: "c", name: "Shop CI" }];
  const all = { tokens: [token], ciIdentities, invitations: [invited], shareLinks: [] };
  expect(powersWords(all, other)).toEqual({
    ends: "This also revokes the token “deploy” (can manage the workspace), the CI identity “Shop CI” (can manage the workspace), and the invitation for second@shop.example.",
    shareLinks: null,
  });
  const links = ["a", "b"].map((id) => ({ id, peakDayId: null, serviceId: null, gamedayId: null }));
  const none = { tokens: [], ciIdentities: [], invitations: [] };
  expect(powersWords({ ...none, shareLinks: links }, other)).toEqual({
    ends: null,
    shareLinks: "Also revoke their 2 share links",
  });
  const one = { ...none, shareLinks: links.slice(1) };
  expect(powersWords(one, { isViewer: true }).shareLinks).toBe("Also revoke your share link");
});
