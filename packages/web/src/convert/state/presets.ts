/** Presets, which are named sets of option values. A route receives only the options that it accepts. */

export type OptionValues = Readonly<Record<string, string>>;

export const presets = [
  { name: 'standard', values: {} },
  { name: 'web', values: { quality: '75', strip_metadata: 'true' } },
  { name: 'smallest', values: { quality: '40', strip_metadata: 'true' } },
  { name: 'best', values: { quality: '95' } },
  { name: 'email', values: { max_size: '10mb' } },
] as const satisfies readonly { name: string; values: OptionValues }[];

export type PresetName = (typeof presets)[number]['name'];

/**
 * Returns the presets for a route that accepts the options `options`. A preset applies if it has no options, or if its
 * first option is one of `options`.
 */
export function presetsFor(options: ReadonlySet<string>): (typeof presets)[number][] {
  return presets.filter(({ values }) => {
    const [first] = Object.keys(values);
    return first === undefined || options.has(first);
  });
}

/** Returns the entries of `values` for the options in `options`. Omits empty values. */
export function valuesFor(values: OptionValues, options: ReadonlySet<string>): OptionValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => options.has(name) && value !== ''),
  );
}

/**
 * Returns the name of the preset that has the same values as `values`. Options that are not in `options` are ignored.
 * Returns undefined if no preset matches.
 */
export function presetOf(values: OptionValues, options: ReadonlySet<string>): PresetName | undefined {
  const text = (some: OptionValues) => JSON.stringify(Object.entries(valuesFor(some, options)).sort());
  return presetsFor(options).find((preset) => text(preset.values) === text(values))?.name;
}
