export const DECISIONS = ["this", "other", "both"] as const;
/** Which of two sheets of one number counts: the one that waits, the one that is there, or both. */
export type Decision = (typeof DECISIONS)[number];
