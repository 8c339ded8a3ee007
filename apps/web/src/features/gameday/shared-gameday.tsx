import type { ShareContext } from "@headroom/services";
import { orNotValid } from "../share/open-shared.ts";
import { GamedayPage } from "./gameday-page.tsx";
import { readSharedGameday } from "./read-shared-gameday.ts";

/** The report of a closed gameday for people outside. */
export async function SharedGameday({ ctx, timeZone }: { ctx: ShareContext; timeZone: string }) {
  const gameday = await orNotValid(readSharedGameday(ctx));
  return <GamedayPage gameday={gameday} timeZone={timeZone} mayEdit={false} guest />;
}
