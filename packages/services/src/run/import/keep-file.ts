import { z } from "zod";
import { importParameters } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { Warning } from "@headroom/core";
import type { Prisma, WorkspaceTx } from "@headroom/db";
import { addJob } from "../../jobs/add-job.ts";
import type { Context } from "../../context.ts";
import { readSettings } from "../../workspace/settings.ts";

/** Saves an upload's bytes while they are parsed. Services name the file and never see its content. */
export interface KeptFileKeeper {
  /** Save all bytes of the upload under this key, starting with the first. */
  start(key: string): void;
  /** Discard what is buffered: the file won't be saved. */
  skip(): void;
  /** After the last byte: what is now stored durably. Null: it couldn't be saved, and nothing of it is left. */
  finish(): Promise<KeptFile | null>;
  /** The upload failed: leaves no file behind. */
  abandon(): Promise<void>;
}

export interface KeptFile {
  /** As stored. */
  bytes: number;
  encoding: string;
  /** The files inside, in order: the files of a form are saved as one. */
  files: readonly KeptFileEntry[];
}

export interface KeptFileEntry {
  name: string;
  /** Decoded. */
  bytes: number;
}

/** The key that an upload's file is saved under; null if its workspace saves none. */
export interface KeptFileRecord {
  key: string;
  /** Null: the store failed, which doesn't fail the run. */
  kept: KeptFile | null;
  upload: UploadRecord;
}

const uploadRecord = z.object({
  parameters: importParameters,
  /** The column mapping that the experiment already had. */
  mapping: z.unknown(),
});
/** How the file was read, so that it can be read the same way again. */
export type UploadRecord = z.infer<typeof uploadRecord>;

const storedRecord = uploadRecord.extend({
  files: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative() })),
});

/** What was written with a published file. */
export function storedUpload(json: Prisma.JsonValue): z.infer<typeof storedRecord> {
  const stored = storedRecord.safeParse(json);
  if (stored.success) return stored.data;
  throw new HeadroomError(
    "stored-version-unknown",
    "The upload parameters of the kept file cannot be read.",
    {
      cause: stored.error,
    },
  );
}

/** Starts to save the file if the workspace wants that. The key is recorded first, so every stored file is known. */
export async function keepFile(
  ctx: Context,
  keeper: KeptFileKeeper | undefined,
  partId: string,
): Promise<string | null> {
  if (keeper === undefined) return null;
  const wanted = `${ctx.workspaceId}/${ctx.newId()}`;
  const key = await ctx.db.inWorkspace(
    ctx.workspaceId,
    async (tx) => {
      if (!(await readSettings(tx, ctx.workspaceId)).keepRawFiles) return null;
      const where = { id: partId, state: "writing" };
      const { count } = await tx.prisma.part.updateMany({ where, data: { rawFileKey: wanted } });
      return count === 0 ? null : wanted;
    },
    { patient: true },
  );
  if (key === null) keeper.skip();
  else keeper.start(key);
  return key;
}

/** What the published part records about its file. If it couldn't be saved, what is left of it is removed. */
export async function publishedKeptFile(
  tx: WorkspaceTx,
  keptFile: KeptFileRecord | null,
): Promise<{ data: Prisma.PartUpdateManyMutationInput; warnings: Warning[] }> {
  if (keptFile === null) return { data: {}, warnings: [] };
  const { key, kept, upload } = keptFile;
  if (kept === null) {
    await addJob(tx, { name: REMOVE_RAW_FILE, payload: { key }, key: null, attempts: 25 });
    return { data: { rawFileKey: null }, warnings: [NOT_KEPT] };
  }
  const { bytes, encoding, files } = kept;
  const record = JSON.parse(JSON.stringify({ ...upload, files })) as Prisma.InputJsonObject;
  return {
    data: { rawFileKey: key, rawFileBytes: bytes, rawFileEncoding: encoding, upload: record },
    warnings: [],
  };
}

/** The job's name. The migrations repeat it in the trigger on deleted parts. */
export const REMOVE_RAW_FILE = "remove-raw-file";

const NOT_KEPT: Warning = {
  code: "raw-file-not-kept",
  count: 1,
  detail: "The workspace keeps uploaded files, but this one could not be stored. It cannot be reparsed.",
  lines: [],
};
