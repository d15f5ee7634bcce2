/** The one time at which all results say that they were made, so that the same file twice is the same result. */

/** Seconds since 1970: the first of January 1980, before which no zip can tell the time. */
export const sourceDateEpoch = 315_532_800;

/** The variable by which many programs are told what time to take for now. */
export const sourceDateEnv = { SOURCE_DATE_EPOCH: String(sourceDateEpoch) } as const;
