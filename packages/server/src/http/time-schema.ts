/** A moment as answers write it, described once. */
import { z } from 'zod';

export const time = z.iso.datetime().meta({ id: 'Time', description: 'ISO 8601 in UTC.' });
