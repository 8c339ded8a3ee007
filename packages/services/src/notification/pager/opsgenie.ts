import { shortened } from "../chat/chat-message.ts";
import type { Envelope, PagedMessage, PagerRequest } from "./paged-message.ts";

/** It refuses longer ones. */
const MAX_MESSAGE = 130;

interface OpsgenieAlert {
  alias: string;
  source: string;
  /** Missing: the alert is over. */
  message?: string;
  note?: string;
  description?: string;
  entity?: string;
  priority?: "P1" | "P3" | "P5";
}

/** An alert, or the note that closes it. https://docs.opsgenie.com/docs/alert-api */
export function opsgenieMessage(notice: PagedMessage, { delivery }: Envelope): OpsgenieAlert {
  const { title, lines, link } = shortened(notice);
  const { incident = null } = notice;
  const text = [title, ...lines, ...(link === null ? [] : [link.url])].join("\n");
  const about = { alias: incident?.key ?? delivery, source: "Headroom" };
  if (incident?.isOver === true) return { ...about, note: text };
  return {
    ...about,
    message: title.length > MAX_MESSAGE ? `${title.slice(0, MAX_MESSAGE - 1).toWellFormed()}…` : title,
    description: text,
    entity: incident?.source ?? "Headroom",
    priority: incident === null ? "P5" : incident.isUrgent ? "P1" : "P3",
  };
}

/** The key is in the channel's URL, which is stored sealed. An alert is closed at an address of its own. */
export function opsgenieRequest({ url, body }: PagerRequest): PagerRequest {
  const target = new URL(url);
  const key = target.searchParams.get("apiKey") ?? "";
  target.searchParams.delete("apiKey");
  const { alias, message } = JSON.parse(body) as OpsgenieAlert;
  if (message === undefined) {
    target.pathname += `/${encodeURIComponent(alias)}/close`;
    target.searchParams.set("identifierType", "alias");
  }
  return { url: target.href, body, headers: { authorization: `GenieKey ${key}` } };
}
