/** Takes one line of progress at a time, written for a person. */
export type Log = (line: string) => void;
