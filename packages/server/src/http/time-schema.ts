/** Schema of a point in time in responses, described once. */
import { z } from 'zod';

export const time = z.iso.datetime().meta({ id: 'Time', description: 'ISO 8601 in UTC.' });
