import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { commandLine, commandsFolder } from "./command-line.ts";

const ROOT = join(import.meta.dirname, "../../../..");

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * A folder and a PATH as a build has them. `headroom` and `npx` run the command line as it is installed; load tools write
 * results that the test has prepared instead of running a load.
 */
export class CiMachine {
  readonly folder = mkdtempSync(join(tmpdir(), "headroom-ci-"));
  readonly #bin = join(this.folder, "bin");

  constructor() {
    mkdirSync(this.#bin);
    const headroom = `"${process.execPath}" "${commandLine()}"`;
    this.program("headroom", `exec ${headroom} "$@"`);
    // Logs its own arguments and the command, without those that may be secret.
    this.program(
      "npx",
      `echo "\${@:1:4}" >> "$HOME/npx.log"
       while [ "$1" != headroom ]; do shift; done; shift; exec ${headroom} "$@"`,
    );
    this.program("node", `exec "${process.execPath}" "$@"`);
    // Keeps comments in files, one for each, and answers as GitHub's own command does.
    this.program("gh", GH);
    mkdirSync(join(this.folder, "comments"));
    cpSync(join(ROOT, "action"), join(this.folder, "action"), { recursive: true });
  }

  program(name: string, lines: string): void {
    const path = join(this.#bin, name);
    writeFileSync(path, `#!/usr/bin/env bash\n${lines}\n`);
    chmodSync(path, 0o755);
  }

  write(name: string, content: string | Buffer): void {
    writeFileSync(join(this.folder, name), content);
  }

  read(name: string): string {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  list(folder: string): string[] {
    return readdirSync(join(this.folder, folder));
  }

  async run(lines: string, env: Record<string, string>): Promise<Ended> {
    const child = spawn("bash", ["-e", "-c", lines], {
      cwd: this.folder,
      env: {
        PATH: `${this.#bin}${delimiter}${process.env["PATH"] ?? ""}`,
        HOME: this.folder,
        NODE_COMPILE_CACHE: join(commandsFolder(), "compiled"),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: Number(code), stdout, stderr };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const GH = String.raw`
method=GET; jq=; body=; path=
while [ $# -gt 0 ]; do
  case $1 in
    api|--paginate|--silent) ;;
    --method) method=$2; shift ;;
    --jq) jq=$2; shift ;;
    --field) body=$2; shift ;;
    *) path=$1 ;;
  esac
  shift
done
echo "$method $path" >> "$HOME/gh.log"
file=$(printf '%s' "$body" | sed 's/^body=@//')
case $method in
  GET) for one in "$HOME"/comments/*; do
         [ -f "$one" ] && jq -n --arg id "$(basename "$one")" --rawfile body "$one" '{id: ($id | tonumber), body: $body}'
       done | jq -s . | jq -r "$jq" ;;
  POST) cp "$file" "$HOME/comments/$(($(ls "$HOME/comments" | wc -l) + 1))" ;;
  PATCH) cp "$file" "$HOME/comments/$(basename "$path")" ;;
esac`;
