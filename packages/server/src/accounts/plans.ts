/** The plan table (contract part 8): how often and how much each kind of caller may send. */

const MB = 1024 * 1024;

export interface Plan {
  name: string;
  requestsPerMinute: number;
  /** Largest file, in bytes; one of just this size passes. */
  maxFileBytes: number;
}

/** Callers without a key, told apart by address. */
const anonymous: Plan = { name: 'anonymous', requestsPerMinute: 5, maxFileBytes: 25 * MB };

export interface PlanOverrides {
  rateOverrides: Readonly<Record<string, number>>;
  sizeOverrides: Readonly<Record<string, number>>;
}

/** The anonymous plan as this installation has it. */
export function anonymousPlan({ rateOverrides, sizeOverrides }: PlanOverrides): Plan {
  return {
    ...anonymous,
    requestsPerMinute: rateOverrides[anonymous.name] ?? anonymous.requestsPerMinute,
    maxFileBytes: sizeOverrides[anonymous.name] ?? anonymous.maxFileBytes,
  };
}
