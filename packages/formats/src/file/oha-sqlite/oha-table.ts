/** What a database is made of that holds oha's table and nothing else. */
export interface OhaTable {
  ok: true;
  pageBytes: number;
  pages: number;
  /** Whether rows name the run that they belong to; since 1.5. */
  hasRun: boolean;
}

const MAGIC = Buffer.from("SQLite format 3\0");
/** Behind the file's header, which fills the first bytes of the first page. */
const PAGE_HEADER = 100;
const TABLE_LEAF = 0x0d;
const ROLLBACK_JOURNAL = 1;
const UTF_8 = 1;

const NOT_SQLITE = "it does not start like a SQLite database";
const NOT_OHA = "it is a SQLite database that does not consist of oha's table only";

/** The statement that oha runs, whatever stands between its words. */
const TABLE = new RegExp(
  [
    "^CREATE TABLE oha \\( ?url TEXT NOT NULL, start REAL NOT NULL, start_latency_correction REAL,",
    " end REAL NOT NULL, duration REAL NOT NULL, status INTEGER NOT NULL, len_bytes INTEGER NOT NULL",
    "(, run INTEGER NOT NULL)? ?\\)$",
  ].join(""),
);

/**
 * Reads the first page of a database by hand. What holds more than oha's table, as oha creates it, is not oha's: a view,
 * a trigger, an index, a column that is computed. So SQLite is given only files whose schema can do nothing.
 */
export function readOhaTable(head: Uint8Array): OhaTable | { ok: false; reason: string } {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.length < 512 || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    return { ok: false, reason: NOT_SQLITE };
  const written = bytes.readUInt16BE(16);
  const pageBytes = written === 1 ? 65_536 : written;
  const isPlain =
    pageBytes >= 512 &&
    (pageBytes & (pageBytes - 1)) === 0 &&
    bytes[18] === ROLLBACK_JOURNAL &&
    bytes[19] === ROLLBACK_JOURNAL &&
    bytes.readUInt32BE(56) === UTF_8;
  const schema = isPlain ? onlySchemaEntry(bytes.subarray(0, pageBytes), pageBytes - (bytes[20] ?? 0)) : null;
  const match = schema === null ? null : TABLE.exec(schema.replaceAll(/\s+/g, " ").trim());
  if (match === null) return { ok: false, reason: NOT_OHA };
  return { ok: true, pageBytes, pages: bytes.readUInt32BE(28), hasRun: match[1] !== undefined };
}

/** The statement of the one entry of the schema, if there is one only and it lies in the first page. */
function onlySchemaEntry(page: Buffer, usableBytes: number): string | null {
  const isOne = page[PAGE_HEADER] === TABLE_LEAF && page.readUInt16BE(PAGE_HEADER + 3) === 1;
  if (!isOne) return null;
  const cell = new Varints(page, page.readUInt16BE(PAGE_HEADER + 8));
  const payloadBytes = cell.next();
  cell.next();
  const payload = cell.at;
  // A larger one goes on in other pages.
  if (payloadBytes > usableBytes - 35 || payload + payloadBytes > page.length) return null;
  const headerEnd = payload + cell.next();
  const lengths = lengthsUpTo(headerEnd, cell);
  if (lengths === null) return null;
  const [type, name, table, root, statement] = lengths;
  const from = headerEnd + type + name + table + root;
  if (from + statement > payload + payloadBytes) return null;
  const isTable = page.toString("latin1", headerEnd, headerEnd + type + name) === "tableoha";
  return isTable ? page.toString("latin1", from, from + statement) : null;
}

/** The lengths of the five values of a schema entry, if its header has five and ends there. */
function lengthsUpTo(headerEnd: number, cell: Varints): [number, number, number, number, number] | null {
  const lengths: number[] = [];
  while (cell.at < headerEnd && lengths.length < 6) lengths.push(lengthOf(cell.next()));
  if (lengths.length !== 5 || cell.at !== headerEnd) return null;
  const [type = 0, name = 0, table = 0, root = 0, statement = 0] = lengths;
  return [type, name, table, root, statement];
}

/** How many bytes a value takes, by its type in a record's header. */
function lengthOf(serialType: number): number {
  if (serialType >= 12) return Math.floor((serialType - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][serialType] ?? 0;
}

/** SQLite's numbers of seven bits a byte, of which those here are never longer than four bytes. */
class Varints {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let count = 0; count < 4; count++) {
      const byte = this.#bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) break;
    }
    return value;
  }
}
