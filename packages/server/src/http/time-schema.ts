/** Schema of a point in time in responses. The API description defines it only once. */
import { z } from 'zod';

export const time = z.iso.datetime().meta({ id: 'Time', description: 'ISO 8601 in UTC.' });
