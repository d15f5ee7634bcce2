/** Tests whether the members of maps in a table become columns, and the order of these columns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecOf } from '../arbitraries.ts';
import { readJson } from '../text/json.ts';

const written = async (json: string) => String((await codecOf('csv')).write(readJson(json), {}));

test('puts the members of a map in separate CSV columns at the position of the map', async () => {
  const people =
    '[{"id":1,"home":{"city":"Ulm","geo":{"lat":48.4}},"x":[1,2]},{"id":2,"home":{"zip":"007"},"x":{}}]';
  assert.equal(
    await written(people),
    'id,home.city,home.geo.lat,home.zip,x\n1,Ulm,48.4,,"[1,2]"\n2,,,007,{}\n',
  );
});

test('keeps a map in one CSV cell if the column name of a member is already taken', async () => {
  assert.equal(await written('[{"a":{"b":1},"a.b":2}]'), 'a,a.b\n"{""b"":1}",2\n');
});

test('keeps a map with hundreds of keys in one CSV cell', async () => {
  const names = Array.from({ length: 301 }, (_, n) => `"k${n}":${n}`).join();
  assert.match(await written(`[{"id":1,"all":{${names}}},{"id":2}]`), /^id,all\n/);
});
