import type { ListedGameday } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, Table, buttonClass, formatCount } from "@headroom/ui";
import { GAMEDAYS } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { gamedayAddress } from "./addresses.ts";
import { countsText, listSentence, PHASES, windowText } from "./prepare-gameday.ts";

interface GamedaysPageProps {
  gamedays: readonly ListedGameday[];
  mayEdit: boolean;
  now: Date;
}

/** All gamedays of the workspace, latest first. */
export function GamedaysPage({ gamedays, mayEdit, now }: GamedaysPageProps) {
  return (
    <>
      <PageHead
        sentence={<Sentence {...listSentence(gamedays, now)} />}
        actions={
          mayEdit ? (
            <AppLink href={`${GAMEDAYS}/new`} className={buttonClass("primary")}>
              Plan a gameday
            </AppLink>
          ) : null
        }
      />
      <Sheet label="Gamedays">
        {gamedays.length === 0 ? (
          <EmptyState
            title="When do you rehearse the peak?"
            step="Plan the experiments to run, what to try besides, and who does what. The run sheet follows your uploads."
          />
        ) : (
          <GamedaysTable gamedays={gamedays} />
        )}
      </Sheet>
    </>
  );
}

function GamedaysTable({ gamedays }: Pick<GamedaysPageProps, "gamedays">) {
  return (
    <Table label="Gamedays" narrow="scroll">
      <thead>
        <tr>
          <th scope="col">Gameday</th>
          <th scope="col">Service</th>
          <th scope="col">Rehearses</th>
          <th scope="col">When</th>
          <th scope="col" className="right">
            Steps
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {gamedays.map((gameday) => (
          <tr key={gameday.id}>
            <th scope="row" dir="auto" className="min-w-40">
              <AppLink
                href={gamedayAddress(gameday.id)}
                className="text-14 font-semibold wrap-anywhere hover:underline"
              >
                {gameday.name}
              </AppLink>
            </th>
            <td className="min-w-28 wrap-anywhere">
              <bdi>{gameday.service.name}</bdi>
            </td>
            <td className="min-w-28 wrap-anywhere">
              {gameday.peakDay === null ? "–" : <bdi>{gameday.peakDay.name}</bdi>}
            </td>
            <td className="whitespace-nowrap">{windowText(gameday)}</td>
            <td className="right">{formatCount(gameday.steps)}</td>
            <td className="whitespace-nowrap">
              {gameday.counts === null ? PHASES[gameday.phase] : countsText(gameday.counts)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
