import clsx from "clsx";
import { DELIVERY_STATES } from "@headroom/contract";
import type { ChannelAnswer, DeliveryList, ListedDelivery } from "@headroom/contract";
import {
  BlockHead,
  buttonClass,
  EmptyState,
  Sheet,
  SheetSection,
  SheetTitle,
  Table,
  textLinkClass,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { resultText, STATE_WORDS, webhookText } from "./notification-words.ts";
import { deliveriesAddress } from "./search-params.ts";
import type { DeliveryQuery } from "./search-params.ts";

interface DeliveriesSheetProps {
  list: DeliveryList;
  query: DeliveryQuery;
  channels: readonly ChannelAnswer[];
  timeZone: string;
}

/** What was sent, or is to be, the latest first. */
export function DeliveriesSheet({ list, query, channels, timeZone }: DeliveriesSheetProps) {
  return (
    <Sheet label="Deliveries" className="mt-5">
      <SheetSection>
        <SheetTitle>Deliveries</SheetTitle>
        <p className="mt-1 text-13 text-ink-2">Of the last 30 days, the latest first.</p>
        <Filters list={list} query={query} channels={channels} />
      </SheetSection>
      {list.deliveries.length === 0 ? (
        <EmptyState
          title="No deliveries."
          step={
            query.state === null && query.channel === null && query.slo === null
              ? "They appear here once something is sent. Send a test to see one."
              : "Choose another state, or all channels."
          }
        />
      ) : (
        <Table label="Deliveries" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col">To</th>
              <th scope="col">State</th>
              <th scope="col" className="right">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {list.deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} timeZone={timeZone} />
            ))}
          </tbody>
        </Table>
      )}
      <Pages next={list.next} query={query} />
    </Sheet>
  );
}

function Filters({ list, query, channels }: Pick<DeliveriesSheetProps, "list" | "query" | "channels">) {
  const states = [null, ...DELIVERY_STATES].map((state) => ({
    key: state ?? "all",
    label: state === null ? "All states" : STATE_WORDS[state],
    isCurrent: state === query.state,
    href: deliveriesAddress({ ...query, state, cursor: null }),
  }));
  const of = (channel: string | null, slo: string | null) => ({
    isCurrent: channel === query.channel && slo === query.slo,
    href: deliveriesAddress({ ...query, channel, slo, cursor: null }),
  });
  const receivers = [
    { key: "all", label: "All channels and webhooks", ...of(null, null) },
    ...channels.map(({ id, name }) => ({ key: id, label: name, ...of(id, null) })),
    ...(query.slo === null
      ? []
      : [{ key: query.slo, label: webhookText(list.deliveries[0]?.slo ?? null), ...of(null, query.slo) }]),
  ];
  return (
    <nav aria-label="Filter deliveries" className="mt-2 flex flex-col gap-1">
      <Choices choices={states} />
      {receivers.length > 2 || query.slo !== null ? <Choices choices={receivers} /> : null}
    </nav>
  );
}

function Choices({
  choices,
}: {
  choices: readonly { key: string; label: string; isCurrent: boolean; href: string }[];
}) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {choices.map(({ key, label, isCurrent, href }) => (
        <AppLink
          key={key}
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          className={clsx(
            "flex min-h-8 items-center text-13 wrap-anywhere",
            isCurrent ? "font-semibold text-ink" : "text-ink-2 hover:text-ink",
          )}
        >
          {label}
        </AppLink>
      ))}
    </div>
  );
}

function Row({ delivery, timeZone }: { delivery: ListedDelivery; timeZone: string }) {
  const { id, title, type, channel, slo, state, createdAt } = delivery;
  const result = resultText(delivery);
  return (
    <tr>
      <th scope="row" className="font-normal">
        <AppLink href={`/settings/notifications/${id}`} className={clsx(textLinkClass, "wrap-anywhere")}>
          <bdi>{title}</bdi>
        </AppLink>
        <span className="mt-0.5 block text-12 text-ink-3">{type}</span>
      </th>
      <td>
        <BlockHead>To</BlockHead>
        <bdi className="wrap-anywhere">{channel?.name ?? webhookText(slo)}</bdi>
      </td>
      <td>
        <BlockHead>State</BlockHead>
        <div>
          <span className={state === "given-up" ? "text-bad" : undefined}>{STATE_WORDS[state]}</span>
          {result === "" ? null : <span className="block text-12 text-ink-3 wrap-anywhere">{result}</span>}
        </div>
      </td>
      <td className="right max-wide:text-left!">
        <BlockHead>When</BlockHead>
        <ViewerTime from={createdAt} timeZone={timeZone} />
      </td>
    </tr>
  );
}

function Pages({ next, query }: { next: string | null; query: DeliveryQuery }) {
  if (next === null && query.cursor === null) return null;
  return (
    <nav aria-label="Delivery pages" className="flex justify-end gap-2 px-4 py-2.5 wide:px-5">
      {query.cursor === null ? null : (
        <AppLink href={deliveriesAddress({ ...query, cursor: null })} className={buttonClass()}>
          Newest
        </AppLink>
      )}
      {next === null ? null : (
        <AppLink href={deliveriesAddress({ ...query, cursor: next })} className={buttonClass()}>
          Older
        </AppLink>
      )}
    </nav>
  );
}
