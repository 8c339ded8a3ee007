import { readFailedEntries, removeFailedEntries } from "@headroom/db";
import type { Database } from "@headroom/db";
import { unpackMessage } from "./messages.ts";

/** Removes what a workspace sent and could not be counted. Entries that can't be read belong to nobody that can be told. */
export async function removeFailedOf(db: Database, workspaceId: string): Promise<void> {
  const entries = await readFailedEntries(db);
  const owners = await Promise.all(
    entries.map(({ body }) =>
      unpackMessage(body).then(
        (message) => message.workspaceId,
        () => null,
      ),
    ),
  );
  const own = entries.filter((_, at) => owners[at] === workspaceId);
  await removeFailedEntries(
    db,
    own.map(({ position }) => position),
  );
}
