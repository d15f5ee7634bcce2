/** What was sent, and by whom: the side of the story that the service is measured by. */
import type { Customer } from './customers.ts';
import type { Task } from './tasks.ts';

export interface Sent {
  id: string;
  customer: Customer;
  task: Task;
  /** Where its webhook is to come to; undefined where none was asked for. */
  path: string | undefined;
  /** Whether its owner cancelled it, which may have been too late. */
  cancelled: boolean;
}
