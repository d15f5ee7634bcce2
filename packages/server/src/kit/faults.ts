/** Points in the course of things at which a test lets a process die; in service nothing happens there. */
export interface Faults {
  at(point: string): Promise<void> | void;
}

export const noFaults: Faults = { at: () => undefined };
