/** Where the machine gets its Debian packages from. */
export interface PackageSource {
  uri: string;
  suites: string[];
  components: string[];
}

/** The format given to `apt-get indextargets`; parseIndexTargets reads what it prints. */
export const INDEX_TARGET_FORMAT = "$(CREATED_BY)|$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)";

/** The mirrors of Debian's main archive among apt's index targets; security and third parties left out. */
export function parseIndexTargets(printed: string): string[] {
  const mirrors: string[] = [];
  for (const line of printed.split("\n")) {
    const [createdBy, origin, label, component, uri] = line.split("|");
    if (createdBy !== "Packages" || origin !== "Debian" || label !== "Debian") continue;
    if (component === "main" && uri) mirrors.push(uri.trim());
  }
  return unique(mirrors);
}

/** `deb [options] uri suite component…`, one source a line. */
export function parseOneLineSources(text: string): PackageSource[] {
  const sources: PackageSource[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.replace(/#.*$/, "").trim();
    const match = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*(.*)$/.exec(line);
    const [, uri, suite, components] = match ?? [];
    if (uri && suite) sources.push({ uri, suites: [suite], components: words(components ?? "") });
  }
  return sources;
}

/** The deb822 form: stanzas of fields; a field can continue in indented lines. */
export function parseDeb822Sources(text: string): PackageSource[] {
  const withoutComments = text.replace(/^#.*\n?/gm, "");
  return withoutComments.split(/\n[ \t]*\n/).flatMap((stanza) => {
    const fields = readFields(stanza);
    if (/^(no|false|0|off|without|disable)$/i.test(fields.get("enabled") ?? "yes")) return [];
    if (!words(fields.get("types") ?? "").includes("deb")) return [];
    const suites = words(fields.get("suites") ?? "");
    const components = words(fields.get("components") ?? "");
    return words(fields.get("uris") ?? "").map((uri) => ({ uri, suites, components }));
  });
}

const DEBIAN_SUITE =
  /^(stable|oldstable|oldoldstable|testing|unstable|sid|bullseye|bookworm|trixie|forky|duke)(-updates)?$/;

/** Of the configured sources, those that can contain Debian's main archive, most likely first. */
export function mirrorsAmong(sources: readonly PackageSource[]): string[] {
  const candidates = sources.filter(
    (source) =>
      source.components.includes("main") &&
      source.suites.some((suite) => DEBIAN_SUITE.test(suite)) &&
      /^(https?|mirror|tor\+https?|mirror\+https?):/.test(source.uri) &&
      !/security|backports|debug/.test(source.uri),
  );
  const likely = candidates.filter((source) => /\/debian\/?$/.test(source.uri));
  return unique([...likely, ...candidates].map((source) => source.uri));
}

function readFields(stanza: string): Map<string, string> {
  const fields = new Map<string, string>();
  let current = "";
  for (const line of stanza.split("\n")) {
    const match = /^([A-Za-z][A-Za-z0-9-]*):(.*)$/.exec(line);
    const [, name, value] = match ?? [];
    if (name !== undefined) {
      current = name.toLowerCase();
      fields.set(current, (value ?? "").trim());
    } else if (/^\s/.test(line) && current) {
      fields.set(current, `${fields.get(current) ?? ""} ${line.trim()}`.trim());
    }
  }
  return fields;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function unique(uris: readonly string[]): string[] {
  return [...new Set(uris.map((uri) => uri.replace(/\/*$/, "/")))];
}
