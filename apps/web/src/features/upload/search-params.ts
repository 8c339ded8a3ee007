/** Where the files are to go, as a page that sends people here says it. */
export interface UploadQuery {
  service: string;
  experiment: string;
}

const MAX_NAME_LENGTH = 200;

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseUploadQuery(params: SearchParams): UploadQuery {
  return { service: nameOf(params["service"]), experiment: nameOf(params["experiment"]) };
}

function nameOf(value: string | readonly string[] | undefined): string {
  const first = typeof value === "string" ? value : (value?.[0] ?? "");
  return first.trim().slice(0, MAX_NAME_LENGTH);
}
