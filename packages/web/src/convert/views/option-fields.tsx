/** A field for each option of the routes. The fields are generated from the option schemas. */
import type { App } from '../app/app.ts';
import { optionExamples } from './option-examples.ts';
import { fileIn, maxOptionFileBytes, optionFileOf } from '../state/option-file.ts';
import type { OptionSchema } from '../state/route-details.ts';

const maxRadios = 4;

/** Options whose field is in the row of the file instead of in the list of options. */
const elsewhere = new Set(['password']);

interface FieldProps {
  app: App;
  name: string;
  schema: OptionSchema;
  value: string;
  onValue: (value: string) => void;
}

interface OptionFieldsProps {
  app: App;
  /** The options to show, in this order. By default, all options are shown. */
  only?: readonly string[];
  onChange: () => void;
}

export function OptionFields({ app, only, onChange }: OptionFieldsProps) {
  const { tool, messages } = app;
  const values = tool.values.value;
  const schemas = new Map<string, OptionSchema>();
  for (const facts of tool.routeFacts.value) {
    for (const name of only ?? facts.options) {
      const schema = facts.schemas[name];
      if (schema && messages.hasOption(name) && (only || !elsewhere.has(name))) schemas.set(name, schema);
    }
  }
  const set = (name: string, value: string) => {
    const others = Object.entries(tool.values.peek()).filter(([other]) => other !== name);
    tool.values.value = Object.fromEntries(value === '' ? others : [...others, [name, value]]);
    onChange();
  };
  const first = tool.settings.task?.values ?? {};
  const isChanged = [...schemas.keys()].some((name) => values[name] !== first[name]);
  return (
    <div class="options">
      {[...schemas].map(([name, schema]) => (
        <div key={name} class="option">
          <Field
            app={app}
            name={name}
            schema={schema}
            value={values[name] ?? ''}
            onValue={(value) => set(name, value)}
          />
        </div>
      ))}
      {isChanged && (
        <button
          type="button"
          class="button quiet small option-reset"
          onClick={() => {
            tool.values.value = first;
            onChange();
          }}
        >
          {messages.say('reset')}
        </button>
      )}
    </div>
  );
}

function Field(props: FieldProps) {
  const { name, schema, app } = props;
  const id = `option-${name}`;
  const label = app.messages.domain(`option_${name}`);
  if (schema.contentMediaType === 'application/json') return <JsonText {...props} id={id} label={label} />;
  if (schema.contentMediaType !== undefined) return <FileValue {...props} id={id} label={label} />;
  if (name === 'language') return <Languages {...props} id={id} label={label} />;
  const names = namesOf(schema);
  if (names) return <Choices {...props} id={id} label={label} names={names} />;
  if (schema.type === 'integer') return <Whole {...props} id={id} label={label} />;
  return <Text {...props} id={id} label={label} />;
}

/** Returns the values of an option with few possible values, or undefined for other options. */
function namesOf({ type, const: only, enum: names, anyOf }: OptionSchema): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false'];
  if (names) return names;
  if (only !== undefined) return [only];
  const parts = anyOf?.map(namesOf) ?? [];
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

interface LabelledProps extends FieldProps {
  id: string;
  label: string;
}

function Choices({
  app: { messages },
  id,
  label,
  names,
  value,
  onValue,
}: LabelledProps & { names: readonly string[] }) {
  const text = (name: string) =>
    name === 'true' ? messages.say('yes') : name === 'false' ? messages.say('no') : name;
  const usual = messages.say('as_usual');
  if (names.length < maxRadios) {
    return (
      <fieldset class="chips">
        <legend class="label">{label}</legend>
        {['', ...names].map((name) => (
          <label key={name} class="chip">
            <input
              class="hidden"
              type="radio"
              name={id}
              checked={value === name}
              onChange={() => onValue(name)}
            />
            {name === '' ? usual : text(name)}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <>
      <label class="label" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="field"
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        <option value="">{usual}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

/** A field to select one or more of the installed languages. */
function Languages({ app: { tool, messages }, label, value, onValue }: LabelledProps) {
  const chosen = value === '' ? [] : value.split('+');
  const names = new Intl.DisplayNames(messages.language, { type: 'language', fallback: 'code' });
  const toggle = (name: string) =>
    onValue(
      (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
        .slice(-maxLanguages)
        .join('+'),
    );
  return (
    <fieldset class="chips">
      <legend class="label">{label}</legend>
      {tool.routes.languages.map((name) => (
        <label key={name} class="chip">
          <input
            class="hidden"
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          />
          {names.of(languageTag(name))}
        </label>
      ))}
    </fieldset>
  );
}

const maxLanguages = 5;

const scripts: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

/**
 * Returns the BCP 47 language tag for a language name of Tesseract. A language name of Tesseract has 3 letters and, for
 * some languages, a suffix.
 */
const languageTag = (name: string) => scripts[name] ?? name.replace(/_.*$/, '');

/**
 * Shows the file of an option in its field. When the options move to another place on the page, the field is created
 * again without its file. Empties the field when the options are reset.
 */
function showFile(input: HTMLInputElement, value: string): void {
  if (value === '') input.value = '';
  const file = input.files?.length === 0 ? fileIn(value) : undefined;
  if (file === undefined) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
}

/** A field to choose a file. The browser shows the file's name, so the value itself is not shown. */
function FileValue({ id, label, schema, value, onValue }: LabelledProps) {
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    const isTooLarge = file !== undefined && file.size > maxOptionFileBytes;
    if (isTooLarge) input.value = '';
    onValue(file && !isTooLarge ? await optionFileOf(file) : '');
  };
  return (
    <>
      <label class="label" for={id}>
        {label}
      </label>
      <input
        ref={(input) => {
          if (input) showFile(input, value);
        }}
        id={id}
        class="field"
        type="file"
        accept={schema.contentMediaType}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
    </>
  );
}

/** A field for JSON, which can be typed or read from a file. */
function JsonText({ id, label, schema, value, onValue }: LabelledProps) {
  const choose = async ({ files }: HTMLInputElement) => {
    const [file] = files ?? [];
    if (file && file.size <= maxOptionFileBytes) onValue(await file.text());
  };
  return (
    <>
      <label class="label" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        class="field"
        rows={3}
        dir="ltr"
        spellcheck={false}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <input
        class="field"
        type="file"
        aria-label={label}
        accept={schema.contentMediaType}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
    </>
  );
}

const maxRange = 100;

/**
 * A field for a number. If the range is small, the field has a slider. The value changes when the slider is released.
 */
function Whole({ app: { messages }, id, label, schema, value, onValue }: LabelledProps) {
  const { minimum = 0, maximum = Infinity } = schema;
  return (
    <>
      <label class="label" for={id}>
        {label}
      </label>
      <div class="option-number">
        {maximum <= maxRange && (
          <input
            type="range"
            aria-label={label}
            dir="ltr"
            min={minimum}
            max={maximum}
            value={value === '' ? Math.round(maximum * 0.85) : value}
            onChange={({ currentTarget }) => onValue(currentTarget.value)}
          />
        )}
        <input
          id={id}
          class="field"
          type="number"
          inputMode="numeric"
          min={minimum}
          max={Number.isFinite(maximum) ? maximum : undefined}
          placeholder={messages.say('as_usual')}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.validity.valid ? currentTarget.value : '')}
        />
      </div>
    </>
  );
}

/** Returns the pattern for text values of an option. */
const patternOf = ({ pattern, anyOf }: OptionSchema): string | undefined =>
  pattern ?? anyOf?.map((one) => patternOf(one) ?? one.const ?? '\\d+').join('|');

function Text({ id, label, name, schema, value, onValue }: LabelledProps) {
  return (
    <>
      <label class="label" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="field"
        {...(name.endsWith('password') ? { type: 'password', autoComplete: 'new-password' } : {})}
        dir="auto"
        pattern={patternOf(schema)}
        placeholder={optionExamples[name]}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </>
  );
}
