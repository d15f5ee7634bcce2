/** Identifiers, passed in wherever they are made so that tests can foresee them. */
import { randomUUID } from 'node:crypto';

export type NewId = () => string;

export const randomId: NewId = () => randomUUID();
