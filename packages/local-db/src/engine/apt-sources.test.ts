import { describe, expect, it } from "vitest";

import { mirrorsAmong, parseDeb822Sources, parseIndexTargets, parseOneLineSources } from "./apt-sources.ts";

describe("parseIndexTargets", () => {
  it("keeps Debian's main archive and leaves out security, other files and third parties", () => {
    const printed = [
      "Packages|Tool Vendor|Debian|main|https://packages.vendor.example/apt/",
      "Packages|Debian|Debian-Security|main|http://mirror.example/debian-security/",
      "DEP-11|Debian|Debian|main|http://other.example/debian/",
      "Packages|Debian|Debian|contrib|http://contrib.example/debian/",
      "Packages|Debian|Debian|main|http://mirror.example/debian/",
      "Packages|Debian|Debian|main|http://mirror.example/debian",
      "",
    ].join("\n");
    expect(parseIndexTargets(printed)).toEqual(["http://mirror.example/debian/"]);
  });

  it("reads nothing out of nothing", () => {
    expect(parseIndexTargets("")).toEqual([]);
  });
});

describe("parseOneLineSources", () => {
  it("reads lines with and without options, and passes over comments and sources of source code", () => {
    const text = `
# deb http://commented.example/debian bookworm main
deb http://mirror.example/debian bookworm main contrib # the usual
deb [ arch=amd64,arm64 signed-by=/usr/share/keyrings/x.gpg ] https://signed.example/debian  bookworm-updates main
deb-src http://source.example/debian bookworm main
deb https://flat.example/apt ./
`;
    expect(parseOneLineSources(text)).toEqual([
      { uri: "http://mirror.example/debian", suites: ["bookworm"], components: ["main", "contrib"] },
      { uri: "https://signed.example/debian", suites: ["bookworm-updates"], components: ["main"] },
      { uri: "https://flat.example/apt", suites: ["./"], components: [] },
    ]);
  });
});

describe("parseDeb822Sources", () => {
  it("reads stanzas, continued fields, several addresses, and any case of the field names", () => {
    const text = `# Comment
Types: deb deb-src
# in between
URIs: http://one.example/debian
 http://two.example/debian
suites: bookworm bookworm-updates
COMPONENTS: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://three.example/debian-security
Suites: bookworm-security
Components: main
`;
    const debian = { suites: ["bookworm", "bookworm-updates"], components: ["main"] };
    expect(parseDeb822Sources(text)).toEqual([
      { uri: "http://one.example/debian", ...debian },
      { uri: "http://two.example/debian", ...debian },
      { uri: "http://three.example/debian-security", suites: ["bookworm-security"], components: ["main"] },
    ]);
  });

  it("leaves out what is switched off or only source code", () => {
    const stanza = "URIs: http://one.example/debian\nSuites: bookworm\nComponents: main";
    expect(parseDeb822Sources(`Types: deb\nEnabled: no\n${stanza}`)).toEqual([]);
    expect(parseDeb822Sources(`Types: deb-src\n${stanza}`)).toEqual([]);
    expect(parseDeb822Sources(`Types: deb\nEnabled: yes\n${stanza}`)).toHaveLength(1);
  });
});

describe("mirrorsAmong", () => {
  const source = (uri: string, suite: string, components = ["main"]) => ({
    uri,
    suites: [suite],
    components,
  });

  it("prefers an address that ends as Debian's do, and names each once", () => {
    const sources = [
      source("http://cache.example/bookworm", "bookworm"),
      source("http://mirror.example/debian", "bookworm"),
      source("http://mirror.example/debian/", "bookworm-updates"),
    ];
    expect(mirrorsAmong(sources)).toEqual([
      "http://mirror.example/debian/",
      "http://cache.example/bookworm/",
    ]);
  });

  it("never takes security, backports, third parties, discs or files", () => {
    const sources = [
      source("http://mirror.example/debian-security", "bookworm-security"),
      source("http://mirror.example/debian", "bookworm-backports"),
      source("https://vendor.example/apt", "nodistro"),
      source("https://vendor.example/apt", "stable", ["contrib"]),
      source("cdrom:[Debian 12]/", "bookworm"),
      source("file:/srv/mirror/debian", "bookworm"),
    ];
    expect(mirrorsAmong(sources)).toEqual([]);
  });
});
