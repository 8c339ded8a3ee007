export { encodeSnappy } from "./encode-snappy.ts";
export { ProtoWriter, WIRE_64, WIRE_BYTES, WIRE_VARINT } from "./proto-writer.ts";
export {
  encodeWriteRequest,
  WRITE_REQUEST_HEADERS,
  writeSample,
  type WrittenSample,
} from "./write-request.ts";
