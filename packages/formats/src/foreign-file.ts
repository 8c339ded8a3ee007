import { decodeHead } from "./text/text-encoding.ts";

const ARCHIVE = "Send the file inside it, uncompressed or compressed with gzip or zstd.";
const RESULTS = "Send the file that the load tool wrote.";

/** Files that are often sent by mistake, by the bytes at one position. */
const FOREIGN: readonly { what: string; hint: string; at: number; bytes: string }[] = [
  { what: "a ZIP archive", hint: ARCHIVE, at: 0, bytes: "PK\x03\x04" },
  { what: "an empty ZIP archive", hint: ARCHIVE, at: 0, bytes: "PK\x05\x06" },
  { what: "a tar archive", hint: ARCHIVE, at: 257, bytes: "ustar" },
  { what: "a 7z archive", hint: ARCHIVE, at: 0, bytes: "7z\xbc\xaf\x27\x1c" },
  { what: "a RAR archive", hint: ARCHIVE, at: 0, bytes: "Rar!\x1a\x07" },
  { what: "compressed with xz", hint: ARCHIVE, at: 0, bytes: "\xfd7zXZ\0" },
  { what: "compressed with bzip2", hint: ARCHIVE, at: 0, bytes: "BZh" },
  { what: "a PDF", hint: RESULTS, at: 0, bytes: "%PDF-" },
  { what: "a PNG image", hint: RESULTS, at: 0, bytes: "\x89PNG\r\n" },
  { what: "a JPEG image", hint: RESULTS, at: 0, bytes: "\xff\xd8\xff" },
  { what: "a GIF image", hint: RESULTS, at: 0, bytes: "GIF8" },
];

export interface ForeignFile {
  /** As in "The file is …". */
  what: string;
  hint: string;
}

/** What a file is that no load tool writes; null if it isn't a known kind of such file. */
export function foreignFileOf(head: Uint8Array): ForeignFile | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const found = FOREIGN.find(
    ({ at, bytes: wanted }) => bytes.toString("latin1", at, at + wanted.length) === wanted,
  );
  if (found !== undefined) return found;
  const text = decodeHead(head.subarray(0, 1_024)).replace(/^\uFEFF/, "");
  if (/^\s*<(!doctype html|html)\b/i.test(text))
    return { what: "a web page", hint: `A server may have returned it instead of the file. ${RESULTS}` };
  // After declarations and comments, as in any XML.
  if (!/^\s*(?:<\?[^>]*>\s*|<!--.*?-->\s*)*<!DOCTYPE\b/s.test(text)) return null;
  return {
    what: "XML with a DOCTYPE, which can redefine its content",
    hint: "Remove the <!DOCTYPE …> declaration. Load tools don't write one.",
  };
}
