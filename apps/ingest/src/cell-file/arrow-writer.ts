import { AsyncByteQueue, CompressionType, RecordBatchFileWriter } from "apache-arrow";
import type { Schema } from "apache-arrow";
import "./arrow-zstd.ts";

/** Writes record batches to memory, from which they are taken as they are complete. */
export class ArrowWriter extends RecordBatchFileWriter {
  readonly #taken = new Chunks();

  constructor() {
    super({ compressionType: CompressionType.ZSTD });
  }

  begin(schema: Schema): void {
    this.reset(this.#taken, schema);
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#taken.take();
  }

  /**
   * A compressed buffer begins with the length that it has without compression, or -1 if it isn't compressed. The library writes its
   * compressed length instead, which its own reader doesn't look at and all others refuse.
   */
  protected override _compressBodyBuffers(
    buffers: ArrayBufferView[],
  ): ReturnType<RecordBatchFileWriter["_compressBodyBuffers"]> {
    const written = super._compressBodyBuffers(buffers);
    buffers.forEach(({ byteLength }, at) => {
      const prefix = written.buffers[2 * at];
      if (prefix === undefined || prefix.byteLength === 0) return;
      const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
      if (view.getBigInt64(0, true) !== -1n) view.setBigInt64(0, BigInt(byteLength), true);
    });
    return written;
  }
}

class Chunks extends AsyncByteQueue {
  #chunks: Uint8Array[] = [];

  override write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [];
    return bytes;
  }
}
