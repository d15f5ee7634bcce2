/** State of the tool: the files, their targets and their options. */
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { categories, type Category, type Format } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { Item, type Source } from './item.ts';
import type { OptionValues } from './presets.ts';
import { optionFileOf, withoutSecondFile } from './option-file.ts';
import { recognise, type Found } from './recognise.ts';
import type { Memory } from './memory.ts';
import type { Facts, RouteDetails } from './route-details.ts';
import type { Routes } from './routes.ts';
import type { Settings } from './settings.ts';
import { VisitResults } from './visit-results.ts';
import { groupsOf } from './picker-model.ts';

/**
 * Files that share a target picker. A single group contains all files if they have a common target. If the files have
 * no common target, each group contains the files of one category.
 */
export interface TargetGroup {
  key: 'all' | Category;
  items: readonly Item[];
  targets: readonly string[];
}

export interface RouteLosses {
  source: Format;
  target: Format;
  /** Names of the lost traits. */
  loses: readonly string[];
}

export interface NewFile {
  source: Source;
  /** Path of the file. If the user added a folder, the path begins with this folder. */
  path: string;
}

/** Delay in milliseconds before detected formats are shown, so that the formats of several files appear together. */
const showFoundMs = 30;

export class Tool {
  readonly items: Signal<readonly Item[]> = signal([]);
  readonly values: Signal<OptionValues>;
  readonly groups: ReadonlySignal<readonly TargetGroup[]>;
  /**
   * Target that the user has chosen for each group. A chosen target has priority over the page's target and the
   * suggested targets.
   */
  readonly chosen: Signal<Readonly<Partial<Record<TargetGroup['key'], string>>>> = signal({});
  /** Whether the user wants to combine the files. The wish has no effect on files that cannot be combined. */
  readonly wantsOne: Signal<boolean>;
  /** Item of the combined file, or undefined until the user starts to combine the files. */
  readonly combined: Signal<Item | undefined> = signal(undefined);
  readonly settings: Settings;
  readonly routes: Routes;
  readonly facts: RouteDetails;
  readonly memory: Memory;
  /** Results of this visit that are no longer shown in a row. */
  readonly visit: VisitResults = new VisitResults();
  readonly #found = new Map<Item, Found>();
  #unrecognised = 0;
  /** Targets by item. The targets are cached, because every row reads its target whenever the files change. */
  readonly #groupTargets: ReadonlySignal<ReadonlyMap<Item, string | undefined>>;
  #ids = 0;

  constructor(settings: Settings, routes: Routes, facts: RouteDetails, memory: Memory) {
    this.settings = settings;
    this.values = signal(settings.task?.values ?? {});
    this.wantsOne = signal(settings.task?.combines === true);
    this.routes = routes;
    this.facts = facts;
    this.memory = memory;
    this.groups = computed(() => targetGroups(this.items.value, routes));
    this.#groupTargets = computed(() => {
      const targets = this.groups.value.map((group) => [group, this.targetOfGroup(group)] as const);
      return new Map(targets.flatMap(([{ items }, target]) => items.map((item) => [item, target])));
    });
    effect(() => {
      for (const { source, target } of this.#pairs.value) facts.load(source, target);
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

  /**
   * Stores a detected format. The page shows the stored formats together when all formats are detected, or after a
   * short delay. Showing the formats one by one would be slow, because each change updates the targets of all files.
   */
  #recognised(item: Item, found: Found): void {
    this.#unrecognised -= 1;
    this.#found.set(item, found);
    if (this.#unrecognised === 0) this.#showFound();
    else if (this.#found.size === 1) setTimeout(() => this.#showFound(), showFoundMs);
  }

  #showFound(): void {
    batch(() => {
      for (const [item, { format: known, misnamed, absent }] of this.#found) {
        item.format.value = known;
        item.misnamed.value = misnamed;
        item.absent.value = absent ?? [];
        item.state.value = { kind: known ? 'ready' : 'unknown' };
      }
    });
    this.#found.clear();
  }

  /**
   * If the page's task takes a second file for an option, and the option has no value, sets the option to one of
   * `files`. Returns all files that were not used for the option.
   */
  takeSecondFile(files: readonly NewFile[]): readonly NewFile[] {
    const name = this.settings.task?.secondFile;
    if (name === undefined || this.values.peek()[name] !== undefined) return files;
    const { others, second } = withoutSecondFile(files, this.items.peek().length > 0);
    if (second)
      void optionFileOf(second).then((value) => {
        this.values.value = { ...this.values.peek(), [name]: value };
        this.renew(this.items.peek());
      });
    return others;
  }

  remove(item: Item): void {
    item.dispose();
    this.visit.keep(item);
    this.forgetCombined();
    this.items.value = this.items.peek().filter((other) => other !== item);
  }

  /**
   * Returns the target for the files of a group. A file with its own target (`override`) ignores the group's target.
   */
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

  /** Target of the only group of files. The value is undefined if there is no group, or more than one group. */
  readonly #commonTarget: ReadonlySignal<string | undefined> = computed(() => {
    const [group, ...others] = this.groups.value;
    return group && others.length === 0 ? this.targetOfGroup(group) : undefined;
  });

  /** Whether the files can be combined. */
  readonly canCombine: ReadonlySignal<boolean> = computed(() => {
    const items = this.items.value;
    const target = this.#commonTarget.value;
    if (this.settings.task?.secondFile !== undefined) return false;
    const areFiles = items.every((item) => 'file' in item.source && item.format.value !== undefined);
    return items.length > 1 && areFiles && target !== undefined && this.routes.combines(target);
  });

  /** Whether the files can be combined and the user wants to combine them. */
  readonly isCombining: ReadonlySignal<boolean> = computed(
    () => this.wantsOne.value && this.canCombine.value,
  );

  /** Items to send: each file separately, or all combined into one. */
  readonly work: ReadonlySignal<readonly Item[]> = computed(() => {
    if (!this.isCombining.value) return this.items.value;
    return this.combined.value ? [this.combined.value] : [];
  });

  combine(wants: boolean): void {
    this.forgetCombined();
    this.wantsOne.value = wants;
    this.renew(this.items.peek());
  }

  /** Returns the item that combines all files in their order. Creates a new item if needed. */
  startCombined(): Item {
    const known = this.combined.peek();
    if (known && !known.isRunning.peek() && known.state.peek().kind !== 'done') return known;
    const name = `combined.${this.#commonTarget.peek() ?? ''}`;
    const item = new Item((this.#ids += 1), { files: this.items.peek() }, name);
    this.combined.value = item;
    return item;
  }

  /** Moves a file to position `to`. Returns false if the position does not exist. */
  move(item: Item, to: number): boolean {
    const others = this.items.peek().filter((other) => other !== item);
    if (to < 0 || to > others.length) return false;
    this.forgetCombined();
    this.items.value = others.toSpliced(to, 0, item);
    return true;
  }

  /** Discards the combined result, because it no longer matches the files. */
  forgetCombined(): void {
    const combined = this.combined.peek();
    combined?.dispose();
    if (combined) this.visit.keep(combined);
    this.combined.value = undefined;
  }

  /** Resets finished items, so that they are converted again after a change. */
  renew(items: readonly Item[]): void {
    for (const item of items) {
      if (!['done', 'failed', 'cancelled'].includes(item.state.peek().kind)) continue;
      this.visit.keep(item);
      item.state.value = { kind: 'ready' };
    }
  }

  /** Whether each conversion is done or has failed, and at least one result can be downloaded. */
  readonly isOver: ReadonlySignal<boolean> = computed(() => {
    const kinds = this.work.value.map((item) => item.state.value.kind);
    return kinds.includes('done') && kinds.every((kind) => kind === 'done' || kind === 'failed');
  });

  /**
   * Returns the options from which the task of the page requires at least one. Returns an empty list if at least one of
   * the required options is set.
   */
  missingOptions(): readonly string[] {
    const values = this.values.peek();
    const requires = this.settings.task?.requires ?? [];
    return requires.some((name) => values[name] !== undefined) ? [] : requires;
  }

  /**
   * The source and target of each file. If there are no files, contains the source and target that the page describes.
   */
  readonly #pairs = computed(() => {
    const items = this.items.value;
    const pairs = items.map((item) => ({ source: item.format.value?.ext, target: this.targetOf(item) }));
    const shown = items.length > 0 ? pairs : [this.settings];
    return shown.flatMap(({ source, target }) => (source && target ? [{ source, target }] : []));
  });

  /** Losses and options of the route for each pair in `#pairs`. */
  readonly routeFacts: ReadonlySignal<readonly Facts[]> = computed(() =>
    this.#pairs.value.flatMap(({ source, target }) => this.facts.of(source, target) ?? []),
  );

  /** Options that at least one of the files' routes accepts. */
  readonly options: ReadonlySignal<ReadonlySet<string>> = computed(() => {
    return new Set(this.routeFacts.value.flatMap(({ options }) => options));
  });

  /** The files' routes, if they have losses. Each route is listed once. */
  readonly losses: ReadonlySignal<readonly RouteLosses[]> = computed(() => {
    const losses = new Map<string, RouteLosses>();
    for (const item of this.items.value) {
      const [source, target] = [item.format.value, this.targetOf(item)];
      const known = source && target ? (this.facts.of(source.ext, target)?.loses ?? []) : [];
      const absent: readonly string[] = item.absent.value;
      const loses = known.filter((trait) => !absent.includes(trait));
      if (source && target && loses.length > 0)
        losses.set(`${source.ext} ${target}`, { source, target: format(target), loses });
    }
    return [...losses.values()];
  });
}

function targetGroups(items: readonly Item[], routes: Routes): readonly TargetGroup[] {
  // Files whose format is unknown or cannot be converted do not restrict the targets.
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
