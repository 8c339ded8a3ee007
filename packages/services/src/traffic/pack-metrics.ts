import { type Cell, decodeFoldedCells, encodeFoldedCells, withoutOutcome } from "@headroom/core";
import { type LiveFigures, readLiveFigures } from "@headroom/contract";
import { packJson, unpackJson } from "../live/pack-json.ts";
import type { MetricsContent } from "./traffic-message.ts";

/** The first byte, which differs from those of `packJson`. The length of all but the cells follows, then that and the cells. */
const WITH_CELLS = 2;
const HEAD_BYTES = 5;

/** There are many cells, and as text their sketches would take twice the space and several times the time. */
export async function packMetrics({ cells, ...rest }: MetricsContent): Promise<Buffer> {
  const packed = await packJson(rest);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(WITH_CELLS);
  head.writeUInt32BE(packed.length, 1);
  return Buffer.concat([head, packed, encodeFoldedCells(cells)]);
}

/** Whether `packMetrics` wrote it. */
export function isPackedMetrics(body: Uint8Array): boolean {
  return body[0] === WITH_CELLS;
}

export async function unpackMetrics<Message extends MetricsContent>(body: Uint8Array): Promise<Message> {
  const end = HEAD_BYTES + new DataView(body.buffer, body.byteOffset).getUint32(1);
  const rest = (await unpackJson(body.subarray(HEAD_BYTES, end))) as Omit<Message, "cells">;
  return { ...rest, cells: decodeFoldedCells(body.subarray(end)) } as Message;
}

/** Earlier builds wrote all of it as JSON. After an update, such entries are still in the log. */
interface FormerCell extends Pick<Cell, "withoutOutcome"> {
  rule: string;
  label: string;
  second: number;
  figures: LiveFigures;
}

export function fromFormer<Message extends MetricsContent>(message: Message): Message {
  const former = message.cells as unknown as readonly FormerCell[];
  const cells = former.map(({ figures, withoutOutcome: unknown = 0, ...place }) => {
    return { ...place, cell: { ...readLiveFigures(figures), ...withoutOutcome(unknown) } };
  });
  return { ...message, cells };
}
