/** Creates identifiers. The function is injected so that tests can choose the identifiers. */
import { randomUUID } from 'node:crypto';

export type NewId = () => string;

export const randomId: NewId = () => randomUUID();
