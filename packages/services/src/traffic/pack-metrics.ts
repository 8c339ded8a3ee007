import {
  decodeFoldedCells,
  encodeFoldedCells,
  FoldedReadingsWriter,
  readFoldedReadings,
  withoutOutcome,
} from "@headroom/core";
import type { Cell } from "@headroom/core";
import { readLiveFigures } from "@headroom/contract";
import type { LiveFigures } from "@headroom/contract";
import { inPieces } from "../live/in-pieces.ts";
import { packJson, unpackJson } from "../live/pack-json.ts";
import type { MetricsContent } from "./traffic-message.ts";

/** The first byte, which differs from those of `packJson`. The lengths of the first two parts follow. */
const IN_PARTS = 2;
const HEAD_BYTES = 9;

/** Cells and readings are many, and as text they would take twice the space and several times the time. */
export async function packMetrics({ cells, readings, ...rest }: MetricsContent): Promise<Buffer> {
  const writer = new FoldedReadingsWriter(readings);
  await inPieces(readings, (reading) => writer.add(reading));
  const [packed, packedReadings] = [await packJson(rest), writer.finish()];
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(IN_PARTS);
  head.writeUInt32BE(packed.length, 1);
  head.writeUInt32BE(packedReadings.length, 5);
  return Buffer.concat([head, packed, packedReadings, encodeFoldedCells(cells)]);
}

/** Whether `packMetrics` wrote it. */
export function isPackedMetrics(body: Uint8Array): boolean {
  return body[0] === IN_PARTS;
}

export async function unpackMetrics<Message extends MetricsContent>(body: Uint8Array): Promise<Message> {
  const head = new DataView(body.buffer, body.byteOffset, HEAD_BYTES);
  const readingsAt = HEAD_BYTES + head.getUint32(1);
  const cellsAt = readingsAt + head.getUint32(5);
  const rest = (await unpackJson(body.subarray(HEAD_BYTES, readingsAt))) as object;
  const readings: MetricsContent["readings"] = [];
  await inPieces(readFoldedReadings(body.subarray(readingsAt, cellsAt)), (reading) => readings.push(reading));
  return { ...rest, readings, cells: decodeFoldedCells(body.subarray(cellsAt)) } as Message;
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
