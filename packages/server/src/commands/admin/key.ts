/** `protean admin key …`: lists and revokes keys. Only the account's owner can create new keys. */
import { describeKey, type KeyRecord } from '../../accounts/keys.ts';
import { timeText } from '../../kit/time-text.ts';
import { UsageError } from '../command.ts';
import { accountNamed, type AdminOperation } from './operation.ts';

const list: AdminOperation = {
  name: 'key list',
  usage: 'ACCOUNT',
  description: "Lists an account's keys, by their first and last characters.",
  options: {},
  async run(services, [word]) {
    const { id } = await accountNamed(services, word);
    const keys = await services.keys.list(id);
    return { json: { keys: keys.map(describeKey) }, text: keys.map(line).join('\n') };
  },
};

const revoke: AdminOperation = {
  name: 'key revoke',
  usage: 'KEY',
  description: 'Revokes a key immediately; KEY is its id, or the key itself.',
  options: {},
  async run({ keys }, [word]) {
    if (!word) throw new UsageError('Specify the key: its id, or the key itself.');
    const owned = await keys.find(word);
    const record = owned && (await keys.revoke(owned.accountId, owned.id));
    if (!record) throw new UsageError('Key not found. `protean admin key list ACCOUNT` lists the keys.');
    return { json: describeKey(record), text: `${record.prefix}…${record.last4} is revoked.` };
  },
};

export const keyOperations: readonly AdminOperation[] = [list, revoke];

function line({ id, prefix, last4, name, last_used_at, revoked_at }: KeyRecord): string {
  const used = last_used_at === null ? 'never used' : `used ${timeText(last_used_at)}`;
  const until = revoked_at === null ? '' : `, revoked ${timeText(revoked_at)}`;
  return `${id}  ${prefix}…${last4}  ${used}${until}  ${name}`;
}
