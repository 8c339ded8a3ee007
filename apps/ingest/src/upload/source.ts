import { createHash } from "node:crypto";
import { HeadroomError, type ReadRun } from "@headroom/core";
import { chooseFormat, peekFirstStart, type Format, type ParseOptions } from "@headroom/formats";
import type { CellIntake, UploadHead, UploadSource } from "@headroom/services";
import { decodeBody, type DecodedBody, type RequestBody } from "../body/decode.ts";
import type { BodyLimits } from "../body/limits.ts";
import type { ParserPool } from "./parser-pool.ts";
import type { Reading } from "./reading.ts";

/** What the choice of a format may look at. */
const HEAD_BYTES = 64 * 1024;

/** The body of a request as an upload's source. */
export function openSource(
  body: RequestBody,
  reading: Reading,
  limits: BodyLimits,
  parsers: ParserPool,
): UploadSource {
  return new BodySource(decodeBody(body, limits), reading, parsers);
}

class BodySource implements UploadSource {
  private readonly parsers: ParserPool;
  private readonly body: DecodedBody;
  private readonly reading: Reading;
  private options: ParseOptions;
  private readonly hash = createHash("sha256");
  private head: Uint8Array[] = [];
  private format: Format | null = null;
  private digested: Uint8Array | null = null;

  constructor(body: DecodedBody, reading: Reading, parsers: ParserPool) {
    this.parsers = parsers;
    this.body = body;
    this.reading = reading;
    this.options = reading.options;
  }

  async open(known: { mapping: unknown }): Promise<UploadHead> {
    let bytes = 0;
    while (bytes < HEAD_BYTES) {
      const chunk = await this.next();
      if (chunk === null) break;
      this.head.push(chunk);
      bytes += chunk.length;
    }
    if (bytes === 0) {
      throw new HeadroomError("file-empty", "The body is empty.", {
        hint: "Send the tool's result file as the body: curl --data-binary @results.jtl",
      });
    }
    const head = Buffer.concat(this.head).subarray(0, HEAD_BYTES);
    const { tool: asked, mapping } = this.reading;
    const chosen = chooseFormat(head, { tool: asked, mapping, storedMapping: known.mapping });
    this.format = chosen.format;
    if (chosen.mapping !== null) this.options = { ...this.options, mapping: chosen.mapping };
    const { id, tool } = chosen.format;
    return { format: id, tool, mapping, ...peekFirstStart(chosen.format, head, this.options) };
  }

  async read(intake: CellIntake): Promise<ReadRun> {
    if (this.format === null) throw new Error("read before open");
    const order = {
      format: this.format.id,
      parse: { ...this.options, startMicros: intake.startMicros },
      aggregation: intake.options,
    };
    return this.parsers.parse(order, this.pieces(), intake.write);
  }

  async digest(): Promise<Uint8Array> {
    while ((await this.next()) !== null);
    this.digested ??= this.hash.digest();
    return this.digested;
  }

  bytesIn(): number {
    return this.body.meter.received;
  }

  private async *pieces(): AsyncGenerator<Uint8Array> {
    const head = this.head;
    this.head = [];
    yield* head;
    for (let chunk = await this.next(); chunk !== null; chunk = await this.next()) yield chunk;
  }

  private async next(): Promise<Uint8Array | null> {
    const { done, value } = await this.body.chunks.next();
    if (done === true) return null;
    this.hash.update(value);
    return value;
  }
}
