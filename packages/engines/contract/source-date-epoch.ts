/** Fixed creation time of all results, so that equal inputs produce equal results. */

/** Unix time of 1980-01-01, the earliest date that a zip can represent. */
export const sourceDateEpoch = 315_532_800;

/** The environment variable from which many programs take the current time. */
export const sourceDateEnv = { SOURCE_DATE_EPOCH: String(sourceDateEpoch) } as const;
