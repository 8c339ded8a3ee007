import "server-only";
import { z } from "zod";
import {
  acceptInvitation,
  changePassword,
  closeAllSessions,
  closeOtherSessions,
  confirmEmailChange,
  createOwnWorkspace,
  renameSelf,
  requestEmailChange,
  requestReset,
  resetPassword,
  setWeeklyMail,
  signIn,
  signUp,
  switchWorkspace,
} from "@headroom/services";
import type { OpenedSession } from "@headroom/services";
import { accounts } from "../../server/accounts.ts";
import { env } from "../../server/env.ts";
import { services } from "../../server/services.ts";
import { clearedSessionCookie, sessionCookie } from "../../server/session-cookie.ts";
import { openProcedure, personProcedure, router } from "../../server/trpc.ts";
import type { HttpCall } from "../../server/trpc.ts";

const text = z.string().max(2_000);

function keepSession({ answerHeaders }: HttpCall, { secret, expiresAt }: OpenedSession): void {
  answerHeaders.append("set-cookie", sessionCookie({ secret, expiresAt, webUrl: env().HEADROOM_WEB_URL }));
}

/** Signed in right away, or only after opening the link sent by email. */
type Entered = { kind: "signed-in" | "mail" };

export const accountRouter = router({
  signUp: openProcedure
    .input(z.strictObject({ name: text, email: text, password: text, invitation: text.nullable() }))
    .mutation(async ({ ctx: { http }, input }): Promise<Entered> => {
      const answer = await signUp({ accounts: accounts(), origin: http.visitor, input });
      if (answer.kind === "signed-in") keepSession(http, answer.session);
      return { kind: answer.kind };
    }),

  signIn: openProcedure
    .input(z.strictObject({ email: text, password: text }))
    .mutation(async ({ ctx: { http }, input }): Promise<Entered> => {
      const answer = await signIn({ accounts: accounts(), origin: http.visitor, input });
      if (answer.kind === "signed-in") keepSession(http, answer.session);
      return { kind: answer.kind };
    }),

  requestReset: openProcedure
    .input(z.strictObject({ email: text }))
    .mutation(({ ctx: { http }, input }) =>
      requestReset({ accounts: accounts(), origin: http.visitor, input }),
    ),

  resetPassword: openProcedure
    .input(z.strictObject({ token: text, password: text }))
    .mutation(async ({ ctx: { http }, input }) => {
      await resetPassword({ accounts: accounts(), origin: http.visitor, input });
      http.answerHeaders.append("set-cookie", clearedSessionCookie(env().HEADROOM_WEB_URL));
    }),

  acceptInvitation: personProcedure
    .input(z.strictObject({ secret: text }))
    .mutation(({ ctx: { session }, input }) => acceptInvitation({ services: services(), session, input })),

  createWorkspace: personProcedure
    .input(z.strictObject({ name: text }))
    .mutation(async ({ ctx: { session }, input }) => {
      const { workspaceId } = await createOwnWorkspace({
        services: services(),
        person: session.person,
        input,
      });
      await switchWorkspace({ services: services(), session, input: { workspaceId } });
    }),

  rename: personProcedure
    .input(z.strictObject({ name: text }))
    .mutation(({ ctx: { session }, input }) => renameSelf({ services: services(), session, input })),

  changePassword: personProcedure
    .input(z.strictObject({ current: text.nullable(), password: text }))
    .mutation(({ ctx: { session }, input }) => changePassword({ accounts: accounts(), session, input })),

  requestEmailChange: personProcedure
    .input(z.strictObject({ email: text, password: text }))
    .mutation(({ ctx: { session }, input }) => requestEmailChange({ accounts: accounts(), session, input })),

  confirmEmailChange: openProcedure
    .input(z.strictObject({ secret: text }))
    .mutation(({ ctx: { http }, input }) =>
      confirmEmailChange({ accounts: accounts(), origin: http.visitor, input }),
    ),

  setWeeklyMail: personProcedure
    .input(z.strictObject({ workspaceId: z.string(), timeZone: z.string().max(100).nullable() }))
    .mutation(({ ctx: { session }, input }) =>
      setWeeklyMail({
        services: services(),
        session,
        mailIsSent: accounts().settings.mailIsSent,
        input,
      }),
    ),

  closeSessions: personProcedure
    .input(z.strictObject({ sessionId: z.string().nullable() }))
    .mutation(({ ctx: { session }, input }) => closeOtherSessions({ services: services(), session, input })),

  signOutEverywhere: personProcedure.mutation(async ({ ctx: { http, session } }) => {
    await closeAllSessions({ services: services(), session });
    http.answerHeaders.append("set-cookie", clearedSessionCookie(env().HEADROOM_WEB_URL));
  }),
});
