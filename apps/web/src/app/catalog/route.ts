import { serviceAddress } from "../../features/shell/service-address.ts";

/** Where the list of experiments used to be. Reports, mails and chats still link here. */
export function GET(request: Request): Response {
  const search = new URL(request.url).searchParams;
  const service = search.get("service") ?? "";
  search.delete("service");
  const page = service === "" ? "/experiments" : serviceAddress(service, "experiments");
  const location = search.size === 0 ? page : `${page}?${search.toString()}`;
  return new Response(null, { status: 308, headers: { location } });
}
