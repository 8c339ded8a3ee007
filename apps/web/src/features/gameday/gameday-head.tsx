import type { GamedayAnswer } from "@headroom/contract";
import { PageHead, Sentence, buttonClass } from "@headroom/ui";
import { readinessAddress } from "../peak-day/addresses.ts";
import { ShareButton } from "../share/share-button.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { MemberLink } from "../shell/member-link.tsx";
import { PageCommands } from "../shell/page-commands.ts";
import { GamedayTime } from "./gameday-time.tsx";
import { gamedayAddress } from "./addresses.ts";
import { CloseGameday } from "./close-gameday.tsx";
import { headlineOf, windowText } from "./prepare-gameday.ts";

interface GamedayHeadProps {
  gameday: GamedayAnswer;
  mayEdit: boolean;
  guest: boolean;
}

export function GamedayHead({ gameday, mayEdit, guest }: GamedayHeadProps) {
  const { name, service, peakDay } = gameday;
  return (
    <PageHead
      eyebrow={
        <>
          <MemberLink
            guest={guest}
            href={`/services/${encodeURIComponent(service.slug)}`}
            className="hover:underline"
          >
            <bdi>{service.name}</bdi>
          </MemberLink>
          <b className="font-medium text-ink wrap-anywhere">
            <bdi>{name}</bdi>
          </b>
          {peakDay === null ? null : (
            <span>
              rehearses{" "}
              <MemberLink guest={guest} href={readinessAddress(peakDay.id)} className="hover:underline">
                <bdi>{peakDay.name}</bdi>
              </MemberLink>
            </span>
          )}
        </>
      }
      sentence={<Sentence {...headlineOf(gameday)} />}
      meta={<Meta gameday={gameday} />}
      actions={mayEdit ? <Actions gameday={gameday} /> : null}
    />
  );
}

/** A closed gameday can only be shown to others. */
function Actions({ gameday }: Pick<GamedayHeadProps, "gameday">) {
  const { id, name, phase } = gameday;
  if (phase === "closed") return <ShareButton subject={{ kind: "gameday", gamedayId: id }} name={name} />;
  return (
    <>
      <PageCommands commands={[{ title: `Edit the plan of ${name}`, href: `${gamedayAddress(id)}/edit` }]} />
      <AppLink href={`${gamedayAddress(id)}/edit`} className={buttonClass()}>
        Edit plan
      </AppLink>
      {phase === "planned" ? null : <CloseGameday gameday={gameday} />}
    </>
  );
}

function Meta({ gameday }: Pick<GamedayHeadProps, "gameday">) {
  const { environment, lead, roles, notes, closed } = gameday;
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
        <li>{windowText(gameday)}</li>
        <li>
          {environment === null ? (
            "In any environment"
          ) : (
            <>
              In <bdi>{environment}</bdi>
            </>
          )}
        </li>
        {lead === null ? null : (
          <li>
            Lead: <b className="font-medium text-ink">{lead}</b>
          </li>
        )}
        {closed === null ? null : (
          <li>
            Closed <GamedayTime at={closed.at} gameday={gameday} />
          </li>
        )}
      </ul>
      {roles.length === 0 ? null : (
        <ul aria-label="Roles" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
          {roles.map(({ who, does }, place) => (
            <li key={place} className="min-w-0 wrap-anywhere">
              <b className="font-medium text-ink">
                <bdi>{who}</bdi>
              </b>{" "}
              {does}
            </li>
          ))}
        </ul>
      )}
      {notes === null ? null : (
        <p className="mt-2 max-w-[72ch] text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">{notes}</p>
      )}
    </>
  );
}
