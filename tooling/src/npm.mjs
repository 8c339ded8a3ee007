/** npm by the very file that started us where it did, so that a second npm on PATH is not taken by chance. */
export function npmCommand(env = process.env, node = process.execPath) {
  const script = env.npm_execpath;
  return script !== undefined && /npm-cli\.(c|m)?js$/.test(script)
    ? { command: node, args: [script] }
    : { command: "npm", args: [] };
}
