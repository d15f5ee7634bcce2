/** Schema of a point in time in responses. The OpenAPI document defines this schema only once. */
import { z } from 'zod';

export const time = z.iso.datetime().meta({ id: 'Time', description: 'ISO 8601 in UTC.' });
