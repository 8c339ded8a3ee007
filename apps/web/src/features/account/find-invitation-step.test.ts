import { expect, it } from "vitest";
import { findInvitationStep } from "./find-invitation-step.ts";

const shown = {
  workspaceName: "Shop",
  email: "Ada@shop.example",
  role: "viewer",
  invitedBy: "Owner",
  state: "open",
} as const;
const ada = { id: "1", email: "ada@shop.example", name: "Ada" };

it("depends on who opens the link and on what has happened to the invitation", () => {
  expect(findInvitationStep("s", null, ada)).toEqual({ kind: "none" });
  expect(findInvitationStep("s", { ...shown, state: "used" }, null).kind).toBe("over");
  expect(findInvitationStep("s", { ...shown, state: "expired" }, ada).kind).toBe("over");
  expect(findInvitationStep("s", shown, null)).toEqual({
    kind: "sign-in",
    signInHref: "/sign-in?next=%2Finvitations%2Fs",
    signUpHref: "/sign-up?invitation=s",
  });
  expect(findInvitationStep("s", shown, { ...ada, email: "eve@shop.example" })).toEqual({
    kind: "another",
    signedInAs: "eve@shop.example",
  });
  expect(findInvitationStep("s", shown, ada)).toEqual({ kind: "accept", secret: "s" });
});
