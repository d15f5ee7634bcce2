/** Lines that match a pattern of wording and stay, each with the reason. */
export interface Exception {
  file: string;
  /** A part of the line. */
  text: string;
  reason: string;
}

export const exceptions: readonly Exception[] = [];
