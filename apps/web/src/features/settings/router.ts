import { DAY_MILLIS } from "@headroom/core";
import "server-only";
import { z } from "zod";
import { changedSettings, newCiIdentity, rotateTokenFields } from "@headroom/contract";
import {
  auditLogInput,
  createCiIdentity,
  createInvitation,
  createInvitationInput,
  createToken,
  createTokenInput,
  deleteCiIdentity,
  deleteWorkspace,
  deleteWorkspaceInput,
  endPreviousSecrets,
  getHealth,
  getMemberPowers,
  getWorkspaceSettings,
  getWorkspaceUsage,
  listAuditLog,
  listCiIdentities,
  listInvitations,
  listMembers,
  listServices,
  listTokens,
  memberPowersInput,
  removeMember,
  removeMemberInput,
  renameWorkspace,
  renameWorkspaceInput,
  revokeInvitation,
  revokeInvitationInput,
  revokeToken,
  rotateToken,
  updateMember,
  updateMemberInput,
  updateWorkspaceSettings,
} from "@headroom/services";
import type { CiSettings } from "@headroom/services";
import { env } from "../../server/env.ts";
import { id, taken } from "../../server/inputs.ts";
import { mailer } from "../../server/mailer.ts";
import { procedure, router } from "../../server/trpc.ts";

const AUDIT_LINES = 50;
/** From now. Null: never. */
const daysLeft = z.int().min(1).max(3_650).nullable();

export const settingsRouter = router({
  members: procedure.query(({ ctx: { ctx } }) => listMembers({ ctx })),

  updateMember: procedure
    .input(taken(updateMemberInput))
    .mutation(({ ctx: { ctx }, input }) => updateMember({ ctx, input })),

  memberPowers: procedure
    .input(taken(memberPowersInput))
    .query(({ ctx: { ctx }, input }) => getMemberPowers({ ctx, input })),

  removeMember: procedure
    .input(taken(removeMemberInput))
    .mutation(({ ctx: { ctx }, input }) => removeMember({ ctx, input })),

  invitations: procedure.query(({ ctx: { ctx } }) => listInvitations({ ctx })),

  invite: procedure.input(taken(createInvitationInput)).mutation(async ({ ctx: { ctx }, input }) => {
    const { path } = await createInvitation({ ctx, mailer: mailer(), input });
    return { url: `${mailer().webUrl}${path}` };
  }),

  revokeInvitation: procedure
    .input(taken(revokeInvitationInput))
    .mutation(({ ctx: { ctx }, input }) => revokeInvitation({ ctx, input })),

  tokens: procedure.query(async ({ ctx: { ctx } }) => {
    const [tokens, services] = await Promise.all([listTokens({ ctx }), listServices({ ctx })]);
    return { tokens, services };
  }),

  createToken: procedure
    .input(taken(createTokenInput.omit({ expiresAt: true }).extend({ days: daysLeft })))
    .mutation(({ ctx: { ctx }, input: { days, ...input } }) =>
      createToken({ ctx, input: { ...input, expiresAt: inDays(ctx.clock(), days) } }),
    ),

  revokeToken: procedure
    .input(z.strictObject({ tokenId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => revokeToken({ ctx, input })),

  rotateToken: procedure
    .input(
      taken(
        rotateTokenFields.omit({ expiresAt: true }).extend({
          tokenId: id,
          /** Without it, the token expires when it did. */
          days: daysLeft.optional(),
        }),
      ),
    )
    .mutation(({ ctx: { ctx }, input: { tokenId, keepPreviousHours, days } }) => {
      const expiresAt =
        days === undefined ? {} : { expiresAt: inDays(ctx.clock(), days)?.toISOString() ?? null };
      return rotateToken({ ctx, input: { tokenId, body: { keepPreviousHours, ...expiresAt } } });
    }),

  endPreviousSecrets: procedure
    .input(z.strictObject({ tokenId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => endPreviousSecrets({ ctx, input })),

  ciIdentities: procedure.query(async ({ ctx: { ctx } }) => {
    const [list, services] = await Promise.all([
      listCiIdentities({ ctx, input: { settings: ciSettings() } }),
      listServices({ ctx }),
    ]);
    return { list, services };
  }),

  createCiIdentity: procedure
    .input(taken(newCiIdentity))
    .mutation(({ ctx: { ctx }, input }) =>
      createCiIdentity({ ctx, input: { body: input, settings: ciSettings() } }),
    ),

  deleteCiIdentity: procedure
    .input(z.strictObject({ identityId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => deleteCiIdentity({ ctx, input })),

  audit: procedure
    .input(taken(auditLogInput.omit({ limit: true })))
    .query(({ ctx: { ctx }, input }) => listAuditLog({ ctx, input: { ...input, limit: AUDIT_LINES } })),

  workspace: procedure.query(({ ctx: { ctx } }) => getWorkspaceSettings({ ctx })),

  usage: procedure.query(({ ctx: { ctx } }) =>
    getWorkspaceUsage({ ctx, input: { maxBytes: env().HEADROOM_MAX_WORKSPACE_BYTES ?? null } }),
  ),

  health: procedure.query(({ ctx: { ctx } }) =>
    getHealth({ ctx, input: { isShown: env().HEADROOM_HEALTH_PAGE === "owners" } }),
  ),

  delete: procedure
    .input(taken(deleteWorkspaceInput))
    .mutation(({ ctx: { ctx }, input }) => deleteWorkspace({ ctx, input })),

  rename: procedure
    .input(taken(renameWorkspaceInput))
    .mutation(({ ctx: { ctx }, input }) => renameWorkspace({ ctx, input })),

  update: procedure
    .input(taken(changedSettings))
    .mutation(({ ctx: { ctx }, input }) => updateWorkspaceSettings({ ctx, input })),
});

function inDays(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(now.getTime() + days * DAY_MILLIS);
}

function ciSettings(): CiSettings {
  const { HEADROOM_WEB_URL: webUrl, HEADROOM_CI_ISSUERS: issuers = [] } = env();
  return { webUrl, issuers };
}
