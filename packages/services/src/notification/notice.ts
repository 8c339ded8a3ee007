import type { ChannelKind } from "@headroom/contract";

/** The same for every attempt, and when a message is sent again. */
export interface Envelope {
  delivery: string;
  at: string;
}

/** Something to tell a channel of. */
export interface Notice {
  /** "run.finished", "test" */
  type: string;
  /** All of it in one line of plain text. */
  title: string;
  /** What programs get. */
  body(envelope: Envelope): object;
}

const WRITERS: Record<ChannelKind, (notice: Notice, envelope: Envelope) => object> = {
  webhook: (notice, envelope) => notice.body(envelope),
};

export function writeNotice(kind: ChannelKind, notice: Notice, envelope: Envelope): string {
  return JSON.stringify(WRITERS[kind](notice, envelope));
}
