/** The form: what can be edited of a case, one labelled control each. */
import { ALGORITHMS, FIELDS, type AlgorithmName, type FieldSpec } from '../src/index.browser.js';
import type { CaseJson, Fields } from './case-json.js';

/** Is told of every edit; `isNewForm` when other controls are needed, too. */
export type Edited = (isNewForm: boolean) => void;

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** Sets a member, or removes it when there is no value. */
const put = (fields: Fields, name: string, value: unknown): void => {
  if (value === undefined || value === '') delete fields[name];
  else fields[name] = value;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const numberInput = (
  fields: Fields,
  name: string,
  edited: Edited,
  placeholder = '',
): HTMLInputElement => {
  const input = element('input', {
    type: 'number',
    step: 'any',
    placeholder,
    value: textOf(fields[name]),
  });
  input.addEventListener('input', () => {
    put(fields, name, input.value === '' ? undefined : Number(input.value));
    edited(false);
  });
  return input;
};

const textInput = (
  fields: Fields,
  name: string,
  edited: Edited,
  placeholder = '',
): HTMLInputElement => {
  const input = element('input', { type: 'text', placeholder, value: textOf(fields[name]) });
  input.addEventListener('input', () => {
    put(fields, name, input.value);
    edited(false);
  });
  return input;
};

const choice = (
  value: string,
  options: readonly (readonly [string, string])[],
  chosen: (value: string) => void,
): HTMLSelectElement => {
  const select = element(
    'select',
    {},
    ...options.map(([id, words]) => element('option', { value: id, textContent: words })),
  );
  select.value = value;
  select.addEventListener('change', () => {
    chosen(select.value);
  });
  return select;
};

/** A name that a line may break within, at its underscores. */
const breakable = (words: string): readonly (Node | string)[] =>
  words.split(/(?<=_)/).flatMap((part, at) => (at === 0 ? [part] : [element('wbr'), part]));

const labelled = (words: string, control: HTMLElement, title = ''): HTMLLabelElement =>
  element('label', { title }, element('span', {}, ...breakable(words)), control);

const checkbox = (fields: Fields, name: string, edited: Edited, preset: boolean): HTMLElement => {
  const input = element('input', { type: 'checkbox', checked: (fields[name] ?? preset) === true });
  input.addEventListener('change', () => {
    put(fields, name, input.checked === preset ? undefined : input.checked);
    edited(false);
  });
  return element('label', { className: 'check' }, input, element('span', {}, ...breakable(name)));
};

const fieldControl = (
  config: Fields,
  spec: FieldSpec,
  algorithm: AlgorithmName,
  edited: Edited,
): HTMLElement => {
  const preset = spec.defaultFor?.[algorithm] ?? spec.default;
  if (spec.kind === 'boolean') return checkbox(config, spec.name, edited, preset === true);
  const placeholder = preset === undefined ? 'not set' : String(preset);
  if (spec.kind === 'name') {
    const options = [
      ['', `default: ${placeholder}`] as const,
      ...spec.names!.map((name) => [name, name] as const),
    ];
    const select = choice(textOf(config[spec.name]), options, (value) => {
      put(config, spec.name, value);
      edited(false);
    });
    return labelled(spec.name, select, spec.effect);
  }
  const input = spec.kind === 'string' ? textInput : numberInput;
  return labelled(spec.name, input(config, spec.name, edited, placeholder), spec.effect);
};

/** The controls of every setting that the algorithm takes notice of. */
export const policyControls = (json: CaseJson, edited: Edited): HTMLElement => {
  const config = (json.config ??= { algorithm: 'power-of-n' });
  const algorithm = ALGORITHMS.find((name) => name === config['algorithm']) ?? 'power-of-n';
  const taken = (Object.values(FIELDS) as readonly FieldSpec[]).filter(
    ({ algorithms, inertFor = [] }) =>
      algorithms.includes(algorithm) && !inertFor.includes(algorithm),
  );
  const select = choice(
    algorithm,
    ALGORITHMS.map((name) => [name, name] as const),
    (value) => {
      json.config = keptSettings(config, value as AlgorithmName);
      edited(true);
    },
  );
  return element(
    'div',
    { className: 'fields' },
    labelled('algorithm', select),
    ...taken.map((spec) => fieldControl(config, spec, algorithm, edited)),
  );
};

/** Settings that another algorithm takes, too. */
const keptSettings = (config: Fields, algorithm: AlgorithmName): Fields => {
  const specs = Object.values(FIELDS) as readonly FieldSpec[];
  const kept = specs.filter(
    ({ name, algorithms }) => name in config && algorithms.includes(algorithm),
  );
  return { algorithm, ...Object.fromEntries(kept.map(({ name }) => [name, config[name]])) };
};

/** The controls of a request, with the clusters that a hint can name. */
export const requestControls = (json: CaseJson, edited: Edited): HTMLElement => {
  const request = (json.request ??= { request_id: 'r1' });
  const ids = (json.snapshot?.clusters ?? []).map(({ cluster_id: id }) => textOf(id));
  const hint = textOf(request['last_cluster_id']);
  const gone = hint !== '' && !ids.includes(hint) ? hint : 'a cluster that is gone';
  const options = [
    ['', 'none: a new session'] as const,
    ...ids.map((id) => [id, `${id}: the session comes from there`] as const),
    [gone, gone === hint ? `${gone}, which is gone` : gone] as const,
  ];
  const select = choice(hint, options, (value) => {
    put(request, 'last_cluster_id', value);
    edited(false);
  });
  return element(
    'div',
    { className: 'fields' },
    labelled('last cluster (the hint)', select),
    labelled('cache_affinity_key', textInput(request, 'cache_affinity_key', edited, 'none')),
    labelled('input_tokens', numberInput(request, 'input_tokens', edited, 'unknown')),
    labelled('request_id', textInput(request, 'request_id', edited)),
    labelled('request_slo_ms', numberInput(request, 'request_slo_ms', edited, 'none')),
    labelled('priority', numberInput(request, 'priority', edited, 'default')),
  );
};

const COLUMNS: readonly (readonly [string, string])[] = [
  ['num_running_queries', 'running'],
  ['max_engine_concurrency', 'slots'],
  ['queue_size', 'queued'],
  ['queued_input_size', 'queued tokens'],
  ['last_mean_input_tps', 'tokens/s, mean'],
  ['max_input_tps', 'tokens/s, best'],
  ['kv_cache_free_tokens', 'free KV tokens'],
];

/** Fills the table of clusters with one row of controls each. */
export const fillClusters = (table: HTMLTableElement, json: CaseJson, edited: Edited): void => {
  const titles = ['cluster', 'RTT, ms', ...COLUMNS.map(([, title]) => title), ''];
  table.tHead!.replaceChildren(
    element(
      'tr',
      {},
      ...titles.map((title) => element('th', { scope: 'col', textContent: title })),
    ),
  );
  const clusters = (json.snapshot ??= { model_id: 'm', clusters: [] }).clusters;
  table.tBodies[0]!.replaceChildren(
    ...clusters.map((cluster, at) => {
      const stats = (cluster.stats ??= {});
      const named = (input: HTMLInputElement, title: string): HTMLElement => {
        input.setAttribute('aria-label', `${title} of cluster ${String(at + 1)}`);
        return element('td', {}, input);
      };
      const remove = element('button', { type: 'button', textContent: 'remove' });
      remove.setAttribute('aria-label', `remove cluster ${String(at + 1)}`);
      remove.addEventListener('click', () => {
        clusters.splice(at, 1);
        edited(true);
        document.querySelector<HTMLElement>('#add')!.focus();
      });
      const id = textInput(cluster, 'cluster_id', edited);
      id.addEventListener('change', () => {
        edited(true);
      });
      return element(
        'tr',
        {},
        named(id, 'id'),
        named(numberInput(cluster, 'rtt_ms', edited), 'round-trip time'),
        ...COLUMNS.map(([name, title]) => named(numberInput(stats, name, edited, '0'), title)),
        element('td', {}, remove),
      );
    }),
  );
};
