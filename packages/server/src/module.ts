/** The interface of a module. A module declares the modules that it needs, and opens its services. */
import type { Contribution } from './contributions.ts';
import type { Core } from './core.ts';

export interface Opened<Services> extends Contribution {
  /** Services that the module provides to other modules. */
  services: Services;
}

export interface Module<Services = unknown> {
  name: string;
  open(core: Core, opened: ReadonlyMap<Module, unknown>): Promise<Opened<Services>>;
}

type Needs = Readonly<Record<string, Module>>;

type ServicesOf<Needed extends Needs> = {
  [Name in keyof Needed]: Needed[Name] extends Module<infer Services> ? Services : never;
};

interface ModuleDefinition<Needed extends Needs, Services> {
  name: string;
  needs: Needed;
  open: (core: Core, needs: ServicesOf<Needed>) => Opened<Services> | Promise<Opened<Services>>;
}

export function defineModule<Needed extends Needs, Services>({
  name,
  needs,
  open,
}: ModuleDefinition<Needed, Services>): Module<Services> {
  const services = (opened: ReadonlyMap<Module, unknown>) =>
    Object.fromEntries(
      Object.entries(needs).map(([key, module]) => {
        if (!opened.has(module))
          throw new Error(`the module ${name} needs ${module.name}, which is not open`);
        return [key, opened.get(module)];
      }),
    ) as ServicesOf<Needed>;
  return { name, open: async (core, opened) => open(core, services(opened)) };
}

/**
 * The modules that are currently open. When this object is disposed, the modules are closed in the reverse order of
 * opening.
 */
export interface OpenModules extends AsyncDisposable {
  services<Services>(module: Module<Services>): Services;
}

/**
 * Opens the modules in the given order and adds their contributions to the core. If a module fails, closes the modules
 * that were opened before it.
 */
export async function openModules(modules: readonly Module[], core: Core): Promise<OpenModules> {
  await using closing = new AsyncDisposableStack();
  const services = new Map<Module, unknown>();
  for (const module of modules) {
    const opened = await module.open(core, services);
    closing.defer(async () => opened.close?.());
    services.set(module, opened.services);
    core.contributions.add(opened);
  }
  const owned = closing.move();
  return {
    // The cast is safe, because the services of a module are stored under this module.
    services: <Services>(module: Module<Services>) => services.get(module) as Services,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
