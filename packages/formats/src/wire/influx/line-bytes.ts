export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const EQUALS = 0x3d;
export const BACKSLASH = 0x5c;
