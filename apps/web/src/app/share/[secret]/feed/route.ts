import { watchShared } from "../../../../features/share/watch-shared.ts";

interface Props {
  params: Promise<{ secret: string }>;
}

/** Below the link's own address, because the cookie of its passphrase is sent nowhere else. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return watchShared((await params).secret, request);
}
