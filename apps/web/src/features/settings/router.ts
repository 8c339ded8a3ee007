import { DAY_MILLIS } from "@headroom/core";
import "server-only";
import { z } from "zod";
import {
  createCiIdentity,
  createInvitation,
  createToken,
  deleteCiIdentity,
  deleteWorkspace,
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
  removeMember,
  renameWorkspace,
  revokeInvitation,
  revokeToken,
  rotateToken,
  updateMember,
  updateWorkspaceSettings,
} from "@headroom/services";
import type { CiSettings } from "@headroom/services";
import { env } from "../../server/env.ts";
import { mailer } from "../../server/mailer.ts";
import { procedure, router } from "../../server/trpc.ts";

const AUDIT_LINES = 50;

const role = z.enum(["owner", "editor", "viewer"]);

export const settingsRouter = router({
  members: procedure.query(({ ctx: { ctx } }) => listMembers({ ctx })),

  updateMember: procedure
    .input(z.strictObject({ personId: z.string(), role }))
    .mutation(({ ctx: { ctx }, input }) => updateMember({ ctx, input })),

  memberPowers: procedure
    .input(z.strictObject({ personId: z.string() }))
    .query(({ ctx: { ctx }, input }) => getMemberPowers({ ctx, input })),

  removeMember: procedure
    .input(z.strictObject({ personId: z.string(), revokeShareLinks: z.boolean() }))
    .mutation(({ ctx: { ctx }, input }) => removeMember({ ctx, input })),

  invitations: procedure.query(({ ctx: { ctx } }) => listInvitations({ ctx })),

  invite: procedure
    .input(z.strictObject({ email: z.string().max(1_000), role }))
    .mutation(async ({ ctx: { ctx }, input }) => {
      const { path } = await createInvitation({ ctx, mailer: mailer(), input });
      return { url: `${mailer().webUrl}${path}` };
    }),

  revokeInvitation: procedure
    .input(z.strictObject({ invitationId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => revokeInvitation({ ctx, input })),

  tokens: procedure.query(async ({ ctx: { ctx } }) => {
    const [tokens, services] = await Promise.all([listTokens({ ctx }), listServices({ ctx })]);
    return { tokens, services };
  }),

  createToken: procedure
    .input(
      z.strictObject({
        name: z.string().max(1_000),
        scopes: z.array(z.enum(["ingest", "read", "manage"])).max(3),
        serviceId: z.string().nullable(),
        days: z.int().min(1).max(3_650).nullable(),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { days, ...input } }) =>
      createToken({ ctx, input: { ...input, expiresAt: inDays(ctx.clock(), days) } }),
    ),

  revokeToken: procedure
    .input(z.strictObject({ tokenId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => revokeToken({ ctx, input })),

  rotateToken: procedure
    .input(
      z.strictObject({
        tokenId: z.string(),
        keepPreviousHours: z.number(),
        /** From now. Null: never. Without it, the token expires when it did. */
        days: z.int().min(1).max(3_650).nullable().optional(),
      }),
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
    .input(
      z.strictObject({
        name: z.string().max(1_000),
        issuer: z.string().max(1_000),
        claims: z.record(z.string().max(1_000), z.string().max(1_000)),
        scopes: z.array(z.enum(["ingest", "read", "manage"])).max(3),
        service: z.string().max(1_000).nullable(),
      }),
    )
    .mutation(({ ctx: { ctx }, input }) =>
      createCiIdentity({ ctx, input: { body: input, settings: ciSettings() } }),
    ),

  deleteCiIdentity: procedure
    .input(z.strictObject({ identityId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => deleteCiIdentity({ ctx, input })),

  audit: procedure
    .input(
      z.strictObject({
        actions: z.array(z.string().max(100)).max(50),
        before: z.strictObject({ at: z.date(), id: z.string() }).nullable(),
      }),
    )
    .query(({ ctx: { ctx }, input }) => listAuditLog({ ctx, input: { ...input, limit: AUDIT_LINES } })),

  workspace: procedure.query(({ ctx: { ctx } }) => getWorkspaceSettings({ ctx })),

  usage: procedure.query(({ ctx: { ctx } }) =>
    getWorkspaceUsage({ ctx, input: { maxBytes: env().HEADROOM_MAX_WORKSPACE_BYTES ?? null } }),
  ),

  health: procedure.query(({ ctx: { ctx } }) =>
    getHealth({ ctx, input: { isShown: env().HEADROOM_HEALTH_PAGE === "owners" } }),
  ),

  delete: procedure
    .input(z.strictObject({ confirmation: z.string().max(500) }))
    .mutation(({ ctx: { ctx }, input }) => deleteWorkspace({ ctx, input })),

  rename: procedure
    .input(z.strictObject({ name: z.string().max(1_000) }))
    .mutation(({ ctx: { ctx }, input }) => renameWorkspace({ ctx, input })),

  update: procedure
    .input(
      z.strictObject({
        keepRawFiles: z.boolean().optional(),
        keepRunsDays: z.number().nullable().optional(),
        maxLabels: z.number().nullable().optional(),
        maxBadLinesShare: z.number().nullable().optional(),
        targetConfidence: z.number().nullable().optional(),
        defaultBranch: z.string().max(1_000).nullable().optional(),
        capacityFactor: z.number().optional(),
        proofDays: z.number().optional(),
        proofDeploys: z.number().nullable().optional(),
        peakEnvironment: z.string().max(500).optional(),
      }),
    )
    .mutation(({ ctx: { ctx }, input }) => updateWorkspaceSettings({ ctx, input })),
});

function inDays(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(now.getTime() + days * DAY_MILLIS);
}

function ciSettings(): CiSettings {
  const { HEADROOM_WEB_URL: webUrl, HEADROOM_CI_ISSUERS: issuers = [] } = env();
  return { webUrl, issuers };
}
