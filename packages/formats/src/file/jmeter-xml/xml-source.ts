import { HeadroomError } from "@headroom/core";
import { SaxesParser } from "saxes";
import type { SaxesTagPlain } from "saxes";
import type { Warnings } from "../../findings.ts";
import { TextEncoding } from "../../text/text-encoding.ts";

const BLOCK = 65_536;
/** Each costs an Error with its stack, so that a file of nothing else would take hours. */
const MAX_FAULTS = 100_000;

interface XmlOptions {
  xmlns: false;
  position: false;
}

export interface XmlPlace {
  line: number;
  byte: number;
}

export interface XmlEvents {
  /** `broken` is what was wrong inside the tag, if anything. The tag's place can be asked for. */
  open: (tag: SaxesTagPlain, broken: string | null) => void;
  close: (name: string) => void;
  text: (text: string) => void;
  /** What was wrong outside of a tag that opens an element. */
  broken: (reason: string, at: XmlPlace) => void;
  /** Something that only one of the XML's characters has wrong; the text stands as it is in the file. */
  badCharacter: (at: XmlPlace) => void;
}

/** Saxes' messages about single characters, which leave the structure whole: tools write what a server sent them. */
const OF_CHARACTERS =
  /^(?:disallowed character\.|malformed character entity|undefined entity|the string "\]\]>" is)/;

/** What saxes says of a second document behind the first, which is heard of by its root. */
const OF_NEXT_DOCUMENT = /XML declaration|only one root|^expected one of/;

/**
 * Reads XML chunk by chunk, in blocks that lie at the same places however the file is cut, so that nothing depends on
 * it. There are no entities but XML's own, and what saxes must hold (a tag, a comment) is limited.
 */
export class XmlSource {
  readonly #parser = new SaxesParser<XmlOptions>({ xmlns: false, position: false });
  readonly #events: XmlEvents;
  readonly #limit: number;
  readonly #encoding: TextEncoding;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #block = Buffer.alloc(BLOCK);
  #blockBytes = 0;
  #text = "";
  #charsBefore = 0;
  #bytesBefore = 0;
  #inTag = false;
  /** Where the last tag began. Its byte is counted when it is asked for: there are as many tags as lines. */
  #tagPosition = 0;
  #tagLine = 1;
  #tagByte: number | null = null;
  #broken: string | null = null;
  #faults = 0;
  #ended = false;
  /** Whether the file went on where it ended. */
  endsEarly = false;
  hasRoot = false;

  constructor(events: XmlEvents, limit: number, warnings: Warnings) {
    this.#events = events;
    this.#limit = limit;
    this.#encoding = new TextEncoding(warnings);
    const parser = this.#parser;
    parser.on("opentagstart", ({ name }) => {
      this.#broken = null;
      this.#inTag = true;
      this.#tagPosition = parser.position - name.length - 2;
      this.#tagLine = parser.line;
      this.#tagByte = null;
    });
    parser.on("opentag", (tag) => {
      this.#inTag = false;
      this.hasRoot = true;
      events.open(tag, this.#broken);
      this.#broken = null;
    });
    parser.on("closetag", ({ name }) => {
      this.#broken = null;
      events.close(name);
    });
    parser.on("doctype", () => this.#refuse("It has a document type, which can redefine its content"));
    parser.on("error", (error) => this.#hear(error.message));
  }

  /** Text is collected only while it is wanted: most of a file's may be what servers answered. */
  wantText(wanted: boolean): void {
    if (wanted) this.#parser.on("text", this.#events.text);
    else this.#parser.off("text");
  }

  write(chunk: Uint8Array): void {
    this.#fill(this.#encoding.decode(chunk));
  }

  end(): void {
    this.#fill(this.#encoding.end());
    this.#read(this.#blockBytes, false);
    this.#ended = true;
    this.#parser.close();
  }

  /** Where the tag begins that is being read or was read last. */
  get tagPlace(): XmlPlace {
    return { line: this.#tagLine, byte: this.#tagByte ?? this.#byteOf(this.#tagPosition) };
  }

  get bytes(): number {
    return this.#bytesBefore;
  }

  #fill(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const fitting = bytes.subarray(at, at + BLOCK - this.#blockBytes);
      this.#block.set(fitting, this.#blockBytes);
      this.#blockBytes += fitting.length;
      at += fitting.length;
      if (this.#blockBytes === BLOCK) this.#read(BLOCK, true);
    }
  }

  #read(size: number, stream: boolean): void {
    this.#text = this.#decoder.decode(this.#block.subarray(0, size), { stream });
    this.#blockBytes = 0;
    this.#parser.write(this.#text);
    if (this.#inTag) this.#tagByte = this.tagPlace.byte;
    this.#charsBefore += this.#text.length;
    this.#bytesBefore += Buffer.byteLength(this.#text);
    this.#text = "";
    this.#limitHeld();
  }

  /** Saxes has no limit of its own. */
  #limitHeld(): void {
    const { text, name, entity } = heldBy(this.#parser);
    const inTag = this.#inTag ? this.#bytesBefore - this.tagPlace.byte : 0;
    if (Math.max(text, name, entity, inTag) > this.#limit) {
      this.#refuse(`It has a tag, comment or text of more than ${this.#limit} bytes`);
    }
  }

  #hear(message: string): void {
    if (OF_NEXT_DOCUMENT.test(message)) return;
    this.#faults += 1;
    if (this.#faults > MAX_FAULTS) this.#refuse("It has too many errors");
    if (this.#ended) this.endsEarly = true;
    else if (!this.hasRoot && !this.#inTag) this.#refuse(`It is not valid XML: ${message}`);
    else if (OF_CHARACTERS.test(message)) this.#events.badCharacter(this.#placeOf(this.#parser.position));
    else if (this.#broken === null) {
      this.#broken = message.replace(/\.$/, "");
      if (!this.#inTag) this.#events.broken(this.#broken, this.#placeOf(this.#parser.position));
    }
  }

  #refuse(what: string): never {
    const { line, byte } = this.#inTag ? this.tagPlace : this.#placeOf(this.#parser.position);
    throw new HeadroomError("file-unreadable", `The XML cannot be read: ${what} (line ${line}).`, {
      line,
      byte,
      hint: "Send the .jtl file exactly as JMeter wrote it.",
    });
  }

  #placeOf(position: number): XmlPlace {
    return { line: this.#parser.line, byte: this.#byteOf(position) };
  }

  #byteOf(position: number): number {
    const ahead = position - this.#charsBefore;
    const bytes = ahead <= 0 ? ahead : Buffer.byteLength(this.#text.slice(0, ahead));
    return this.#bytesBefore + bytes + this.#encoding.markBytes;
  }
}

/** How much of what is not finished yet is held, in characters. */
function heldBy(parser: SaxesParser<XmlOptions>): { text: number; name: number; entity: number } {
  return {
    text: parser["text"].length,
    name: parser["name"].length,
    entity: parser["entity"].length,
  };
}
