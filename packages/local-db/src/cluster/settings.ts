import { totalmem } from "node:os";

export interface SettingsInput {
  memoryBytes: number;
  /** Speed for data that can be lost: a power cut may destroy it. */
  ephemeral: boolean;
  timezone: string;
}

/** The server's configuration: what differs from PostgreSQL's own defaults, and only that. */
export function serverSettings(input: SettingsInput): Record<string, string> {
  const megabytes = input.memoryBytes / 2 ** 20;
  const shared = clamp(megabytes / 8, 64, input.ephemeral ? 256 : 1024);
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    password_encryption: "scram-sha-256",
    shared_preload_libraries: "timescaledb",
    "timescaledb.telemetry_level": "off",
    jit: "off",
    timezone: input.timezone,
    log_timezone: input.timezone,
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${clamp(megabytes / 2, 128, 16_384)}MB`,
    maintenance_work_mem: `${clamp(megabytes / 32, 32, 256)}MB`,
    work_mem: `${clamp(megabytes / 512, 4, 32)}MB`,
    max_connections: "100",
    // Every chunk of a hypertable takes its own lock in one transaction.
    max_locks_per_transaction: "256",
    max_worker_processes: "24",
    "timescaledb.max_background_workers": "8",
    max_wal_size: "1GB",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] %q%d ",
    ...(input.ephemeral ? FAST : {}),
  };
}

const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // Slows down guessing, and every connection: for a password that is random and ends with the server.
  scram_iterations: "1",
};

/** Debian's PostgreSQL reads the machine's time zones; without them it knows only GMT. */
export const TIME_ZONES = "/usr/share/zoneinfo/UTC";

export function formatSettings(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Rewritten at every start.\n${lines.join("\n")}\n`;
}

/** What this process may use: the container's limit if there is one. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
