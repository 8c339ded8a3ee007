import { flushCompileCache } from "node:module";

/** Imported before a test's child process: ends it when the channel to its parent closes, however the parent ended. */
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
/** Told once it is ready: a process that is killed doesn't keep its compiled scripts for the next one. */
process.on("message", () => flushCompileCache());
process.channel?.unref();
