/** Loads a component when it is first shown. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return (props) => {
    const loaded = useSignal<{ Loaded: ComponentType<Props> } | undefined>(undefined);
    if (!loaded.value) {
      void load().then((Loaded) => {
        loaded.value = { Loaded };
      });
      return null;
    }
    const { Loaded } = loaded.value;
    return <Loaded {...props} />;
  };
}
