/** Defines the creation time that is written to all results, so that equal inputs produce equal results. */

/** 1980-01-01 as Unix time in seconds. A zip cannot represent an earlier date. */
export const sourceDateEpoch = 315_532_800;

/** The environment variable that many programs use instead of the current time. */
export const sourceDateEnv = { SOURCE_DATE_EPOCH: String(sourceDateEpoch) } as const;
