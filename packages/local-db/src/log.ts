/** Receives progress one line at a time, written for people. */
export type Log = (line: string) => void;
