import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface S3Server {
  address: string;
  /** Complete objects, by bucket and key. */
  objects: Map<string, Buffer>;
  /** Multipart uploads that are neither complete nor aborted. */
  unfinished: Map<string, { path: string; chunks: Map<number, Buffer> }>;
  /** Answers the next requests with this status; 0: normally. */
  failWith: number;
  close(): Promise<void>;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=.+, Signature=[0-9a-f]{64}$/;

/** As much of S3 as the store uses, in memory. Unsigned requests are refused. */
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

interface Answering {
  state: S3Server;
  path: string;
  query: URLSearchParams;
  body: Buffer;
  response: ServerResponse;
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://s3");
  if (!SIGNED.test(request.headers.authorization ?? "")) return say(response, 403, error("AccessDenied"));
  if (state.failWith !== 0) return say(response, state.failWith, error("InternalError"));
  const answering = { state, path, query, body, response };
  const method = request.method ?? "";
  if (query.has("uploads")) answerUploads(method, answering);
  else if (query.has("uploadId")) answerChunk(method, answering);
  else answerObject(method, answering);
}

function say(response: ServerResponse, status: number, xml = "", headers = {}): void {
  response.writeHead(status, { "content-type": "application/xml", ...headers }).end(xml);
}

function answerObject(method: string, { state, path, body, response }: Answering): void {
  switch (method) {
    case "PUT":
      state.objects.set(path, body);
      return say(response, 200);
    case "GET": {
      const stored = state.objects.get(path);
      if (stored === undefined) return say(response, 404, error("NoSuchKey"));
      return void response.writeHead(200, { "content-length": stored.length }).end(stored);
    }
    case "DELETE":
      state.objects.delete(path);
      return say(response, 204);
    default:
      return say(response, 405, error("MethodNotAllowed"));
  }
}

/** Multipart uploads: a new one, and those that are unfinished. */
function answerUploads(method: string, { state, path, query, response }: Answering): void {
  switch (method) {
    case "POST": {
      const fresh = `upload-${state.unfinished.size + 1}`;
      state.unfinished.set(fresh, { path, chunks: new Map() });
      return say(response, 200, tag("InitiateMultipartUploadResult", tag("UploadId", fresh)));
    }
    case "GET":
      return say(response, 200, listed(state, path, query.get("prefix") ?? ""));
    default:
      return say(response, 405, error("MethodNotAllowed"));
  }
}

function answerChunk(method: string, { state, path, query, body, response }: Answering): void {
  const id = query.get("uploadId") ?? "";
  const upload = state.unfinished.get(id);
  switch (method) {
    case "PUT":
      upload?.chunks.set(Number(query.get("partNumber")), body);
      return say(response, 200, "", { etag: `"${query.get("partNumber") ?? ""}"` });
    case "POST": {
      const chunks = [...(upload?.chunks ?? [])].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
      state.objects.set(path, Buffer.concat(chunks));
      state.unfinished.delete(id);
      return say(response, 200, tag("CompleteMultipartUploadResult", tag("ETag", "whole")));
    }
    case "DELETE":
      state.unfinished.delete(id);
      return say(response, 204);
    default:
      return say(response, 405, error("MethodNotAllowed"));
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
