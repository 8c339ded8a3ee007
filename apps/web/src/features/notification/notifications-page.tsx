import type { ChannelAnswer, DeliveryList, SigningKeyAnswer } from "@headroom/contract";
import { BlockHead, EmptyState, Sentence, Table } from "@headroom/ui";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { SigningKey } from "../slo/signing-key.tsx";
import { DeleteChannel, TestChannel } from "./channel-actions.tsx";
import { ChannelForm } from "./channel-form.tsx";
import { DeliveriesSheet } from "./deliveries-sheet.tsx";
import { DeliveryHealthText } from "../slo/delivery-health.tsx";
import { channelsSentence, eventsText, KIND_WORDS } from "./notification-words.ts";
import type { DeliveryQuery } from "./search-params.ts";

interface NotificationsPageProps {
  channels: readonly ChannelAnswer[];
  services: readonly { slug: string; name: string }[];
  signing: SigningKeyAnswer;
  list: DeliveryList;
  query: DeliveryQuery;
  workspaceName: string;
  timeZone: string;
}

/** The channels of a workspace, and what was sent to them. */
export function NotificationsPage(props: NotificationsPageProps) {
  const { channels, services, signing, list, query, workspaceName, timeZone } = props;
  // Webhooks of SLOs have deliveries without a channel.
  const hasDeliveries =
    channels.length > 0 || list.deliveries.length > 0 || query.slo !== null || query.state !== null;
  return (
    <>
      <SettingsFrame
        page="notifications"
        workspaceName={workspaceName}
        mayManage
        sentence={<Sentence {...channelsSentence(channels)} />}
        actions={<ChannelForm services={services} channel={null} />}
      >
        {channels.length === 0 ? (
          <EmptyState
            title="No channels yet."
            step="Create one to get a message when a run regresses. SLOs have alerts of their own."
          />
        ) : (
          <>
            <Channels channels={channels} services={services} timeZone={timeZone} />
            <div className="pt-4">
              <SigningKey alert={signing} timeZone={timeZone} mayReplace />
            </div>
          </>
        )}
      </SettingsFrame>
      {hasDeliveries ? (
        <DeliveriesSheet list={list} query={query} channels={channels} timeZone={timeZone} />
      ) : null}
    </>
  );
}

type ChannelsProps = Pick<NotificationsPageProps, "channels" | "services" | "timeZone">;

function Channels({ channels, services, timeZone }: ChannelsProps) {
  return (
    <Table label="Channels" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col">Gets</th>
          <th scope="col">Last delivered</th>
          <th scope="col" className="right">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <Row key={channel.id} channel={channel} services={services} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ channel, services, timeZone }: Omit<ChannelsProps, "channels"> & { channel: ChannelAnswer }) {
  const { id, name, kind, origin, service, events, deliveries } = channel;
  return (
    <tr>
      <th scope="row">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <span className="mt-0.5 block text-12 font-normal text-ink-3 wrap-anywhere">
          {KIND_WORDS[kind]} to {origin}
        </span>
      </th>
      <td>
        <BlockHead>Gets</BlockHead>
        <div>
          {eventsText(events)}
          {service === null ? null : (
            <span className="block text-12 text-ink-3 wrap-anywhere">
              <bdi>{service.name}</bdi> only
            </span>
          )}
        </div>
      </td>
      <td>
        <BlockHead>Last delivered</BlockHead>
        <div>
          <DeliveryHealthText health={deliveries} timeZone={timeZone} />
        </div>
      </td>
      <td className="right max-wide:col-span-2 max-wide:text-left!">
        <div className="flex flex-wrap items-center justify-end gap-1 max-wide:-ml-3 max-wide:justify-start">
          <TestChannel id={id} name={name} />
          <ChannelForm services={services} channel={channel} />
          <DeleteChannel id={id} name={name} />
        </div>
      </td>
    </tr>
  );
}
