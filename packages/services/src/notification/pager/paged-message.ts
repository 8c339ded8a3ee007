import type { ChatMessage } from "../chat/chat-message.ts";

/** The same for every attempt, and when a message is sent again. */
export interface Envelope {
  delivery: string;
  at: string;
}

/** Something that begins and ends. */
interface Incident {
  /** The same for all messages about it. */
  key: string;
  isOver: boolean;
  /** Somebody has to get up for it. */
  isUrgent: boolean;
  /** The service, by name. */
  source: string;
}

/** What those on call get. */
export interface PagedMessage extends ChatMessage {
  /** Null or missing: it isn't about an incident. */
  incident?: Incident | null;
}

export interface PagerRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}
