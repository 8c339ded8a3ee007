import { parentPort, workerData } from "node:worker_threads";
import type { CellFile } from "./cell-file.ts";
import type {
  CellFileFormat,
  CellFileOrder,
  FromCellFileWorker,
  ToCellFileWorker,
} from "./cell-file-messages.ts";
import { toCellRow } from "./cell-row.ts";

if (parentPort === null) throw new Error("this file runs as a thread of ingest");
const port = parentPort;
/** A thread loads the library of one format. */
const FILES: Record<CellFileFormat, () => Promise<CellFile>> = {
  parquet: async () => new (await import("./parquet-file.ts")).ParquetFile(about),
  arrow: async () => new (await import("./arrow-file.ts")).ArrowFile(about),
};

const { format, about, absent } = workerData as CellFileOrder;
const stored = { absent, gridMicros: about.latencyResolutionMicros };
const file = await FILES[format]();

port.on("message", (message: ToCellFileWorker) => {
  const answer = follow(message);
  port.postMessage(answer, answer.kind === "bytes" ? [answer.bytes.buffer] : []);
});

function follow(message: ToCellFileWorker): FromCellFileWorker {
  try {
    if (message.kind === "end") file.end();
    else for (const cell of message.cells) file.write(toCellRow(cell, stored));
    return { kind: "bytes", bytes: file.take() };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
