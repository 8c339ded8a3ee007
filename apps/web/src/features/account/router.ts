import "server-only";
import {
  acceptInvitation,
  acceptInvitationInput,
  changePassword,
  changePasswordInput,
  closeAllSessions,
  closeOtherSessions,
  closeSessionsInput,
  confirmEmailChange,
  confirmEmailChangeInput,
  createOwnWorkspace,
  createWorkspaceInput,
  renameSelf,
  renameSelfInput,
  requestEmailChange,
  requestEmailChangeInput,
  requestReset,
  requestResetInput,
  resetPassword,
  resetPasswordInput,
  setWeeklyMail,
  setWeeklyMailInput,
  signIn,
  signInInput,
  signUp,
  signUpInput,
  switchWorkspace,
} from "@headroom/services";
import type { OpenedSession } from "@headroom/services";
import { accounts } from "../../server/accounts.ts";
import { env } from "../../server/env.ts";
import { taken } from "../../server/inputs.ts";
import { services } from "../../server/services.ts";
import { clearedSessionCookie, sessionCookie } from "../../server/session-cookie.ts";
import { openProcedure, personProcedure, router } from "../../server/trpc.ts";
import type { HttpCall } from "../../server/trpc.ts";

function keepSession({ answerHeaders }: HttpCall, { secret, expiresAt }: OpenedSession): void {
  answerHeaders.append("set-cookie", sessionCookie({ secret, expiresAt, webUrl: env().HEADROOM_WEB_URL }));
}

/** Signed in right away, or only after opening the link sent by email. */
type Entered = { kind: "signed-in" | "mail" };

export const accountRouter = router({
  signUp: openProcedure
    .input(taken(signUpInput))
    .mutation(async ({ ctx: { http }, input }): Promise<Entered> => {
      const answer = await signUp({ accounts: accounts(), origin: http.visitor, input });
      if (answer.kind === "signed-in") keepSession(http, answer.session);
      return { kind: answer.kind };
    }),

  signIn: openProcedure
    .input(taken(signInInput))
    .mutation(async ({ ctx: { http }, input }): Promise<Entered> => {
      const answer = await signIn({ accounts: accounts(), origin: http.visitor, input });
      if (answer.kind === "signed-in") keepSession(http, answer.session);
      return { kind: answer.kind };
    }),

  requestReset: openProcedure
    .input(taken(requestResetInput))
    .mutation(({ ctx: { http }, input }) =>
      requestReset({ accounts: accounts(), origin: http.visitor, input }),
    ),

  resetPassword: openProcedure.input(taken(resetPasswordInput)).mutation(async ({ ctx: { http }, input }) => {
    await resetPassword({ accounts: accounts(), origin: http.visitor, input });
    http.answerHeaders.append("set-cookie", clearedSessionCookie(env().HEADROOM_WEB_URL));
  }),

  acceptInvitation: personProcedure
    .input(taken(acceptInvitationInput))
    .mutation(({ ctx: { session }, input }) => acceptInvitation({ services: services(), session, input })),

  createWorkspace: personProcedure
    .input(taken(createWorkspaceInput))
    .mutation(async ({ ctx: { session }, input }) => {
      const { workspaceId } = await createOwnWorkspace({
        services: services(),
        person: session.person,
        input,
      });
      await switchWorkspace({ services: services(), session, input: { workspaceId } });
    }),

  rename: personProcedure
    .input(taken(renameSelfInput))
    .mutation(({ ctx: { session }, input }) => renameSelf({ services: services(), session, input })),

  changePassword: personProcedure
    .input(taken(changePasswordInput))
    .mutation(({ ctx: { session }, input }) => changePassword({ accounts: accounts(), session, input })),

  requestEmailChange: personProcedure
    .input(taken(requestEmailChangeInput))
    .mutation(({ ctx: { session }, input }) => requestEmailChange({ accounts: accounts(), session, input })),

  confirmEmailChange: openProcedure
    .input(taken(confirmEmailChangeInput))
    .mutation(({ ctx: { http }, input }) =>
      confirmEmailChange({ accounts: accounts(), origin: http.visitor, input }),
    ),

  setWeeklyMail: personProcedure.input(taken(setWeeklyMailInput)).mutation(({ ctx: { session }, input }) =>
    setWeeklyMail({
      services: services(),
      session,
      mailIsSent: accounts().settings.mailIsSent,
      input,
    }),
  ),

  closeSessions: personProcedure
    .input(taken(closeSessionsInput))
    .mutation(({ ctx: { session }, input }) => closeOtherSessions({ services: services(), session, input })),

  signOutEverywhere: personProcedure.mutation(async ({ ctx: { http, session } }) => {
    await closeAllSessions({ services: services(), session });
    http.answerHeaders.append("set-cookie", clearedSessionCookie(env().HEADROOM_WEB_URL));
  }),
});
