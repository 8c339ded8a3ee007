import type { GamedayAnswer } from "@headroom/contract";
import { clockText } from "@headroom/core";
import { formatInstant } from "@headroom/ui";

interface GamedayTimeProps {
  at: string;
  gameday: Pick<GamedayAnswer, "startsAt" | "timeZone">;
}

/** A moment by the clocks of the gameday, as its window is: otherwise a run in it could look as if it weren't. */
export function GamedayTime({ at, gameday }: GamedayTimeProps) {
  return (
    <time dateTime={at} title={`${formatInstant(new Date(at), "UTC")} UTC`} className="whitespace-nowrap">
      {clockText(at, gameday)}
    </time>
  );
}
