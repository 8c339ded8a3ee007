import { listenForNotices } from "@headroom/db";
import type { NoticeListener } from "@headroom/db";
import type { Services } from "../context.ts";

/** Hears of each service and run that changes, by its ID, from all processes that count what arrives. */
export function listenForChanges(services: Services, listener: NoticeListener): { close(): Promise<void> } {
  return listenForNotices(services.db.directUrl, listener);
}
