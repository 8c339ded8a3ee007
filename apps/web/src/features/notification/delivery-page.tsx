import type { DeliveryAnswer } from "@headroom/contract";
import { DataList, PageHead, Sentence, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { sloAddress } from "../slo/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { SendAgain } from "./channel-actions.tsx";
import { readableBody, STATE_WORDS, webhookText } from "./notification-words.ts";

/** One message: what came of it, and what it says. */
export function DeliveryPage({ delivery, timeZone }: { delivery: DeliveryAnswer; timeZone: string }) {
  const {
    id,
    title,
    type,
    channel,
    slo,
    state,
    attempts,
    status,
    problem,
    createdAt,
    triedAt,
    nextAt,
    body,
  } = delivery;
  const time = (at: string | null) => (at === null ? null : <ViewerTime from={at} timeZone={timeZone} />);
  return (
    <>
      <PageHead
        eyebrow={
          <AppLink href="/settings/notifications" className="hover:underline">
            Notifications
          </AppLink>
        }
        sentence={<Sentence lead={`${STATE_WORDS[state]}.`} rest={title} />}
        actions={<SendAgain id={id} />}
      />
      <Sheet label="Delivery">
        <SheetSection>
          <DataList
            className="max-w-[40rem]"
            items={[
              { name: "To", value: channel === null ? <SloLink slo={slo} /> : <bdi>{channel.name}</bdi> },
              { name: "Type", value: type },
              { name: "Delivery", value: <span className="font-mono text-12">{id}</span> },
              { name: "Attempts", value: attempts },
              { name: "Last answer", value: status },
              ...(problem === null ? [] : [{ name: "Problem", value: problem }]),
              { name: "Created", value: time(createdAt) },
              { name: "Last tried", value: time(triedAt) },
              ...(nextAt === null ? [] : [{ name: "Next attempt", value: time(nextAt) }]),
            ]}
          />
        </SheetSection>
        <SheetSection>
          <SheetTitle>Body</SheetTitle>
          <pre
            aria-label="Body"
            tabIndex={0}
            className="mt-3 max-h-[32rem] overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-12 leading-5 wrap-anywhere whitespace-pre-wrap"
          >
            {readableBody(body)}
          </pre>
        </SheetSection>
      </Sheet>
    </>
  );
}

/** An SLO's own webhook is set on the page of the SLO. */
function SloLink({ slo }: Pick<DeliveryAnswer, "slo">) {
  if (slo === null) return null;
  return (
    <AppLink href={sloAddress(slo.service, slo.id)} className={textLinkClass}>
      <bdi>{webhookText(slo)}</bdi>
    </AppLink>
  );
}
