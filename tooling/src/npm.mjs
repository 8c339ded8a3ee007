/** Uses the npm that started us, if one did, and not another one that happens to be on PATH. */
export function npmCommand(env = process.env, node = process.execPath) {
  const script = env.npm_execpath;
  return script !== undefined && /npm-cli\.(c|m)?js$/.test(script)
    ? { command: node, args: [script] }
    : { command: "npm", args: [] };
}
