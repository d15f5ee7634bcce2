/** Identifiers, injected so that tests can choose them. */
import { randomUUID } from 'node:crypto';

export type NewId = () => string;

export const randomId: NewId = () => randomUUID();
