/** The creation time of all results. It is fixed so that equal inputs give equal results. */

/** Seconds since 1970 of 1980-01-01, the earliest time that a zip can represent. */
export const sourceDateEpoch = 315_532_800;

/** The environment variable from which many programs take the current time. */
export const sourceDateEnv = { SOURCE_DATE_EPOCH: String(sourceDateEpoch) } as const;
