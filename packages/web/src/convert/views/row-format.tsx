/** The pickers in the row of a file: one for a target of this file only, and one for an unrecognized source format. */
import { useComputed } from '@preact/signals';
import { format, formats } from '@protean/formats';
import type { App } from '../app/app.ts';
import type { Item } from '../state/item.ts';
import { Picker } from './picker.tsx';

interface RowProps {
  app: App;
  item: Item;
}

export function RowTarget({ app: { tool, queue, messages }, item }: RowProps) {
  const source = item.format.value;
  // Uses a computed signal, so that the row is rendered again only when the target of this row changes.
  const target = useComputed(() => tool.targetOf(item)).value;
  if (!source || !target) return null;
  return (
    <Picker
      id={`target-of-${item.id}`}
      label={messages.say('convert_file_to', { name: item.name })}
      targets={[...tool.routes.targetsOf(source.ext)]}
      category={source.category}
      counts={tool.memory.countsOf([source.ext])}
      own={new Set([source.ext])}
      value={target}
      messages={messages}
      isCompact
      isDisabled={item.isRunning.value}
      onChoose={(ext) => {
        item.override.value = ext;
        tool.renew([item]);
      }}
      onConfirm={() => queue.start([item])}
    />
  );
}

export function RowSource({ app: { tool, messages }, item }: RowProps) {
  return (
    <Picker
      id={`source-of-${item.id}`}
      label={messages.say('what_is', { name: item.name })}
      targets={formats.filter(({ ext }) => tool.routes.isSource(ext)).map(({ ext }) => ext)}
      category={undefined}
      counts={{}}
      own={new Set()}
      value={undefined}
      messages={messages}
      isCompact
      onChoose={(ext) => {
        item.format.value = format(ext);
        item.state.value = { kind: 'ready' };
      }}
      onConfirm={() => undefined}
    />
  );
}
