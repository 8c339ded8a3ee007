import type { ParseOptions } from "../../parser.ts";
import { parseAll } from "../../recorder.ts";
import { jmeterCsv } from "./index.ts";

export const HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,bytes";
export const ROW = "1795200000000,100,Home,200,OK,Users 1-1,text,true,490";

export function parse(text: string | Uint8Array, options: ParseOptions = {}) {
  return parseAll(jmeterCsv, Buffer.from(text), options);
}

export function parseRows(...rows: string[]) {
  return parse(`${[HEADER, ...rows].join("\n")}\n`);
}
