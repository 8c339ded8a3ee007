import { parentPort, workerData } from "node:worker_threads";
import type { CellFileOrder, FromCellFileWorker, ToCellFileWorker } from "./cell-file-messages.ts";
import { toCellRow } from "./cell-row.ts";
import { ParquetFile } from "./parquet-file.ts";

if (parentPort === null) throw new Error("this file runs as a thread of ingest");
const port = parentPort;
const { about, absent } = workerData as CellFileOrder;
const stored = { absent, gridMicros: about.latencyResolutionMicros };
const file = new ParquetFile(about);

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
