/** The state of the tool: files, what each is to become, and how. */
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { categories, type Category } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { Item, type Source } from './item.ts';
import type { OptionValues } from './presets.ts';
import { recognise, type Found } from './recognise.ts';
import type { Memory } from './memory.ts';
import type { RouteDetails } from './route-details.ts';
import type { Routes } from './routes.ts';
import type { Settings } from './settings.ts';
import { groupsOf } from './picker-model.ts';

/** Files that one picker is for: all, or those of a category where no format fits all. */
export interface TargetGroup {
  key: 'all' | Category;
  items: readonly Item[];
  targets: readonly string[];
}

export interface NewFile {
  source: Source;
  /** With the folders that it was dropped in. */
  path: string;
}

/** How long what is found of a file waits for what is found of others. */
const showFoundMs = 30;

export class Tool {
  readonly items: Signal<readonly Item[]> = signal([]);
  readonly values: Signal<OptionValues> = signal({});
  readonly groups: ReadonlySignal<readonly TargetGroup[]>;
  /** The most wanted target of a group; what was chosen for it comes before that. */
  readonly chosen: Signal<Readonly<Partial<Record<TargetGroup['key'], string>>>> = signal({});
  /** Whether the files are to become one, where they can. */
  readonly wantsOne: Signal<boolean> = signal(false);
  /** All files as one, once that was started. */
  readonly combined: Signal<Item | undefined> = signal(undefined);
  readonly settings: Settings;
  readonly routes: Routes;
  readonly facts: RouteDetails;
  readonly memory: Memory;
  readonly #found = new Map<Item, Found>();
  #unrecognised = 0;
  /** By item; rows ask for theirs whenever the files change. */
  readonly #groupTargets: ReadonlySignal<ReadonlyMap<Item, string | undefined>>;
  #ids = 0;

  constructor(settings: Settings, routes: Routes, facts: RouteDetails, memory: Memory) {
    this.settings = settings;
    this.routes = routes;
    this.facts = facts;
    this.memory = memory;
    this.groups = computed(() => targetGroups(this.items.value, routes));
    this.#groupTargets = computed(() => {
      const targets = this.groups.value.map((group) => [group, this.targetOfGroup(group)] as const);
      return new Map(targets.flatMap(([{ items }, target]) => items.map((item) => [item, target])));
    });
    effect(() => {
      const pairs = this.items.value.map((item) => [item.format.value?.ext, this.targetOf(item)] as const);
      for (const [source, target] of pairs) if (source && target) facts.load(source, target);
    });
  }

  add(files: readonly NewFile[]): readonly Item[] {
    const added = files.map(({ source, path }) => new Item((this.#ids += 1), source, path));
    this.forgetCombined();
    this.items.value = [...this.items.peek(), ...added];
    this.#unrecognised += added.length;
    for (const item of added) {
      void recognise(item, this.settings.base)
        .catch((): Found => ({ format: undefined }))
        .then((found) => this.#recognised(item, found));
    }
    return added;
  }

  /** Of many files what is found within a moment is shown together: each change is one to the targets of all files. */
  #recognised(item: Item, found: Found): void {
    this.#unrecognised -= 1;
    this.#found.set(item, found);
    if (this.#unrecognised === 0) this.#showFound();
    else if (this.#found.size === 1) setTimeout(() => this.#showFound(), showFoundMs);
  }

  #showFound(): void {
    batch(() => {
      for (const [item, { format: known, misnamed }] of this.#found) {
        item.format.value = known;
        item.misnamed.value = misnamed;
        item.state.value = { kind: known ? 'ready' : 'unknown' };
      }
    });
    this.#found.clear();
  }

  remove(item: Item): void {
    item.dispose();
    this.forgetCombined();
    this.items.value = this.items.peek().filter((other) => other !== item);
  }

  /** What a group's files become unless one has its own target. */
  targetOfGroup({ key, targets, items }: TargetGroup): string | undefined {
    const chosen = this.chosen.value[key] ?? this.settings.target;
    if (chosen && targets.includes(chosen)) return chosen;
    const category = items[0]?.format.value?.category;
    const counts = this.memory.countsOf(items.flatMap((item) => item.format.value?.ext ?? []));
    const [first] = groupsOf(
      targets.map((ext) => format(ext)),
      category,
      counts,
    );
    const own = new Set(items.map((item) => item.format.value?.ext));
    return first?.choices.find(({ ext }) => !own.has(ext))?.ext ?? targets[0];
  }

  targetOf(item: Item): string | undefined {
    if ('files' in item.source) return this.#commonTarget.value;
    return item.override.value ?? this.#groupTargets.value.get(item);
  }

  choose(group: TargetGroup, ext: string): void {
    this.forgetCombined();
    this.chosen.value = { ...this.chosen.peek(), [group.key]: ext };
    for (const item of group.items) item.override.value = undefined;
  }

  /** What all files become, where that is one format. */
  readonly #commonTarget: ReadonlySignal<string | undefined> = computed(() => {
    const [group, ...others] = this.groups.value;
    return group && others.length === 0 ? this.targetOfGroup(group) : undefined;
  });

  /** Whether the files could become one. */
  readonly canCombine: ReadonlySignal<boolean> = computed(() => {
    const items = this.items.value;
    const target = this.#commonTarget.value;
    const areFiles = items.every((item) => 'file' in item.source && item.format.value !== undefined);
    return items.length > 1 && areFiles && target !== undefined && this.routes.combines(target);
  });

  /** Whether they shall, and can. */
  readonly isCombining: ReadonlySignal<boolean> = computed(
    () => this.wantsOne.value && this.canCombine.value,
  );

  /** What is sent: each file by itself, or all of them as one. */
  readonly work: ReadonlySignal<readonly Item[]> = computed(() => {
    if (!this.isCombining.value) return this.items.value;
    return this.combined.value ? [this.combined.value] : [];
  });

  combine(wants: boolean): void {
    this.forgetCombined();
    this.wantsOne.value = wants;
    renew(this.items.peek());
  }

  /** All files as one that is sent now, in their order. */
  startCombined(): Item {
    const known = this.combined.peek();
    if (known && !known.isRunning.peek() && known.state.peek().kind !== 'done') return known;
    const name = `combined.${this.#commonTarget.peek() ?? ''}`;
    const item = new Item((this.#ids += 1), { files: this.items.peek() }, name);
    this.combined.value = item;
    return item;
  }

  /** Puts a file before the one that has the place `to`. False where there is no such place. */
  move(item: Item, to: number): boolean {
    const others = this.items.peek().filter((other) => other !== item);
    if (to < 0 || to > others.length) return false;
    this.forgetCombined();
    this.items.value = others.toSpliced(to, 0, item);
    return true;
  }

  /** What was made of the files is nothing that they would become now. */
  forgetCombined(): void {
    this.combined.peek()?.dispose();
    this.combined.value = undefined;
  }

  /** Whether nothing is left to convert, and there is something to download. */
  readonly isOver: ReadonlySignal<boolean> = computed(() => {
    const kinds = this.work.value.map((item) => item.state.value.kind);
    return kinds.includes('done') && kinds.every((kind) => kind === 'done' || kind === 'failed');
  });

  /** The options that some of the files' routes take. */
  readonly options: ReadonlySignal<ReadonlySet<string>> = computed(() => {
    const names = this.items.value.flatMap((item) => {
      const [source, target] = [item.format.value?.ext, this.targetOf(item)];
      return source && target ? (this.facts.of(source, target)?.options ?? []) : [];
    });
    return new Set(names);
  });

  /** What is lost on the way, by source. */
  readonly losses: ReadonlySignal<ReadonlyMap<string, readonly string[]>> = computed(() => {
    const losses = new Map<string, readonly string[]>();
    for (const item of this.items.value) {
      const [source, target] = [item.format.value, this.targetOf(item)];
      const loses = source && target ? (this.facts.of(source.ext, target)?.loses ?? []) : [];
      if (source && loses.length > 0) losses.set(source.name, loses);
    }
    return losses;
  });
}

function targetGroups(items: readonly Item[], routes: Routes): readonly TargetGroup[] {
  // What the name of a file says wrongly, or what is not known yet, narrows nothing.
  const known = items.filter(({ format }) => format.value && routes.isSource(format.value.ext));
  if (known.length === 0) return [];
  const sourcesOf = (some: readonly Item[]) => some.flatMap((item) => item.format.value?.ext ?? []);
  const targets = routes.commonTargets(sourcesOf(known));
  if (targets.length > 0) return [{ key: 'all', items: known, targets }];
  return categories.flatMap((key) => {
    const some = known.filter((item) => item.format.value?.category === key);
    const common = routes.commonTargets(sourcesOf(some));
    return some.length > 0 ? [{ key, items: some, targets: common }] : [];
  });
}

/** What is done is to be done again after a change; what it gave stays until then. */
export function renew(items: readonly Item[]): void {
  for (const item of items) {
    const state = item.state.peek();
    if (state.kind !== 'done' && state.kind !== 'failed' && state.kind !== 'cancelled') continue;
    if (state.kind === 'done') URL.revokeObjectURL(state.result.url);
    item.state.value = { kind: 'ready' };
  }
}
