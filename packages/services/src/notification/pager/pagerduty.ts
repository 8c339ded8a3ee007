import { shortened } from "../chat/chat-message.ts";
import type { Envelope, PagedMessage, PagerRequest } from "./paged-message.ts";

/** An event of the Events API v2, without its routing key. https://developer.pagerduty.com/docs/events-api-v2 */
export function pagerDutyMessage(notice: PagedMessage, { delivery, at }: Envelope): object {
  const { title, lines, link } = shortened(notice);
  const { incident = null } = notice;
  const event = { event_action: incident?.isOver === true ? "resolve" : "trigger" };
  return {
    ...event,
    // A test isn't about anything: each is an incident of its own.
    dedup_key: incident?.key ?? delivery,
    payload: {
      summary: title,
      source: incident?.source ?? "Headroom",
      severity: incident === null ? "info" : incident.isUrgent ? "critical" : "warning",
      timestamp: at,
      custom_details: { text: lines.join("\n") },
    },
    links: link === null ? [] : [{ href: link.url, text: link.words }],
    client: "Headroom",
  };
}

/** The key is in the channel's URL, which is stored sealed: it is added to what is sent, and never to what is stored. */
export function pagerDutyRequest({ url, body }: PagerRequest): PagerRequest {
  const target = new URL(url);
  const event = JSON.parse(body) as object;
  const routingKey = target.searchParams.get("routing_key");
  target.searchParams.delete("routing_key");
  return { url: target.href, body: JSON.stringify({ routing_key: routingKey, ...event }), headers: {} };
}
