/** Imported before a test's child process: ends it when the channel to its parent closes, however the parent ended. */
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.channel?.unref();
