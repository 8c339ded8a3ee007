import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface S3Server {
  address: string;
  /** What is stored whole, by bucket and key. */
  objects: Map<string, Buffer>;
  /** Uploads in pieces that neither ended nor were given up. */
  unfinished: Map<string, { path: string; pieces: Map<number, Buffer> }>;
  /** Answers the next requests with this status; 0: as it should. */
  failWith: number;
  close(): Promise<void>;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=.+, Signature=[0-9a-f]{64}$/;

/** As much of S3 as the store speaks, in memory. A request that is not signed is refused. */
export async function startS3Server(): Promise<S3Server> {
  const state: S3Server = {
    address: "",
    objects: new Map(),
    unfinished: new Map(),
    failWith: 0,
    close: async () => undefined,
  };
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return state;
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://s3");
  const say = (status: number, xml = "", headers = {}) =>
    response.writeHead(status, { "content-type": "application/xml", ...headers }).end(xml);
  if (!SIGNED.test(request.headers.authorization ?? "")) return void say(403, error("AccessDenied"));
  if (state.failWith !== 0) return void say(state.failWith, error("InternalError"));
  const id = query.get("uploadId") ?? "";
  const upload = state.unfinished.get(id);
  switch (
    `${request.method} ${query.has("uploads") ? "uploads" : query.has("uploadId") ? "piece" : "object"}`
  ) {
    case "PUT object":
      state.objects.set(path, body);
      return void say(200);
    case "GET object": {
      const stored = state.objects.get(path);
      if (stored === undefined) return void say(404, error("NoSuchKey"));
      return void response.writeHead(200, { "content-length": stored.length }).end(stored);
    }
    case "DELETE object":
      state.objects.delete(path);
      return void say(204);
    case "POST uploads": {
      const fresh = `upload-${state.unfinished.size + 1}`;
      state.unfinished.set(fresh, { path, pieces: new Map() });
      return void say(200, tag("InitiateMultipartUploadResult", tag("UploadId", fresh)));
    }
    case "GET uploads":
      return void say(200, listed(state, path, query.get("prefix") ?? ""));
    case "PUT piece":
      upload?.pieces.set(Number(query.get("partNumber")), body);
      return void say(200, "", { etag: `"${query.get("partNumber") ?? ""}"` });
    case "POST piece": {
      const pieces = [...(upload?.pieces ?? [])].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
      state.objects.set(path, Buffer.concat(pieces));
      state.unfinished.delete(id);
      return void say(200, tag("CompleteMultipartUploadResult", tag("ETag", "whole")));
    }
    case "DELETE piece":
      state.unfinished.delete(id);
      return void say(204);
    default:
      say(405, error("MethodNotAllowed"));
  }
}

function listed({ unfinished }: S3Server, bucketPath: string, prefix: string): string {
  const bucket = bucketPath.replaceAll(/\/+$/g, "");
  const uploads = [...unfinished]
    .map(([id, { path }]) => [id, path.slice(bucket.length + 1)] as const)
    .filter(([, key]) => key.startsWith(prefix))
    .map(([id, key]) => tag("Upload", tag("Key", key) + tag("UploadId", id)));
  return tag("ListMultipartUploadsResult", uploads.join(""));
}

const tag = (name: string, inside: string) => `<${name}>${inside}</${name}>`;
const error = (code: string) => tag("Error", tag("Code", code));
