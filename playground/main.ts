/** The page: a case in a form, and what the engine makes of it. */
import { explain } from '../src/decide.js';
import { createView, ready } from '../src/index.browser.js';
import { decideCase, parseCase, type Case } from '../src/adapters/cases/index.js';
import { encodeCaseFaults } from '../src/adapters/cases/index.js';
import type { Explanation, ExplanationRow } from '../src/core/explain.js';
import { timelineSvg } from '../src/adapters/cli/timeline/timeline-svg.js';
import { timetableOf } from '../src/adapters/cli/timeline/timetable.js';
import { whySentences } from '../src/adapters/cli/case-text/why-sentences.js';
import { formatMs, VERDICTS } from '../src/adapters/terminal/words.js';
import { fromFragment, toFragment, type CaseJson } from './case-json.js';
import { fillClusters, policyControls, requestControls } from './form.js';
import { PRESETS } from './presets.js';

const find = <A extends HTMLElement>(id: string): A => document.getElementById(id) as A;

const copyOf = (json: CaseJson): CaseJson => structuredClone(json);

let json: CaseJson = copyOf(Object.values(PRESETS)[0]!);

/** The result line of a case, as `homeward decide` prints it. */
const decideJson = (given: unknown): unknown => {
  const parsed = parseCase(given, createView);
  return parsed._tag === 'Left' ? encodeCaseFaults(parsed.left) : decideCase(parsed.right);
};

const showFaults = (messages: readonly string[]): void => {
  find('faults').textContent = messages.join('\n');
  find('json').setAttribute('aria-invalid', String(messages.length > 0));
};

const showResult = (): void => {
  const parsed = parseCase(json, createView);
  if (parsed._tag === 'Left') {
    showFaults(parsed.left.map(({ message }) => message));
    return;
  }
  showFaults([]);
  const given = parsed.right;
  const { policy, view, request, elapsedMs, cursor } = given;
  const explanation = explain(policy, view, request, elapsedMs, cursor);
  const [first, ...others] = whySentences(given, explanation);
  const verdict = find('verdict');
  verdict.className = `verdict ${explanation.decision.kind}`;
  if (verdict.textContent !== first) verdict.textContent = first!;
  find('why').replaceChildren(...others.map((words) => item(words)));
  find('picture').innerHTML = timelineSvg(given, { markMs: elapsedMs });
  showTime(given);
  showOrder(given, explanation);
  showRows(explanation);
};

const item = (words: string, className = ''): HTMLLIElement =>
  Object.assign(document.createElement('li'), { textContent: words, className });

/** The slider ends where the picture does, or where the moment is, whichever is later. */
const showTime = (given: Case): void => {
  const slider = find<HTMLInputElement>('elapsed');
  slider.max = String(Math.ceil(Math.max(timetableOf(given).endMs, given.elapsedMs)));
  slider.value = String(given.elapsedMs);
  slider.setAttribute('aria-valuetext', `${formatMs(given.elapsedMs)} milliseconds`);
  const exact = find<HTMLInputElement>('elapsed-exact');
  if (document.activeElement !== exact) exact.value = String(given.elapsedMs);
};

const showOrder = ({ policy }: Case, { order, planned }: Explanation): void => {
  const place = find('order');
  if (order === undefined || planned === undefined) {
    place.textContent = 'This algorithm, or a request without an affinity key, has no order.';
    return;
  }
  const list = (ids: readonly string[]): HTMLElement => {
    const made = Object.assign(document.createElement('ol'), { className: 'chips' });
    const group = Math.max(policy.groupSize, 1);
    made.append(
      ...ids.map((id, at) => item(`${String(at + 1)}. ${id}`, at < group ? 'group' : '')),
    );
    return made;
  };
  const isMoved = order.join('\n') !== planned.join('\n');
  const words = (text: string): HTMLElement =>
    Object.assign(document.createElement('span'), { textContent: text });
  place.replaceChildren(
    words(
      isMoved
        ? 'With the last cluster in front (the affinity group stands out):'
        : 'The affinity group stands out:',
    ),
    list(planned),
    ...(isMoved ? [words('Before that:'), list(order)] : []),
  );
};

const showRows = ({ rows }: Explanation): void => {
  const sorted = [...rows].sort(
    (a, b) => (a.plannedPosition ?? Infinity) - (b.plannedPosition ?? Infinity),
  );
  find<HTMLTableElement>('rows').tBodies[0]!.replaceChildren(...sorted.map(rowOf));
};

const rowOf = (row: ExplanationRow): HTMLTableRowElement => {
  const made = document.createElement('tr');
  made.className = row.verdict === 'chosen' ? 'chosen' : '';
  const cells = [
    row.clusterId,
    row.plannedPosition ?? '–',
    VERDICTS[row.verdict],
    formatMs(row.phase === 'affinity' ? row.discountedTtftMs : row.ttftMs),
    row.bucket ?? '–',
    row.opensMs === null ? '–' : formatMs(row.opensMs),
    row.hasCapacity ? 'yes' : 'no',
  ];
  for (const cell of cells) made.insertCell().textContent = String(cell);
  return made;
};

const showForm = (): void => {
  const legendOnly = (id: string, controls: HTMLElement): void => {
    const place = find(id);
    place.replaceChildren(place.querySelector('legend')!, controls);
  };
  legendOnly('request', requestControls(json, edited));
  legendOnly('policy', policyControls(json, edited));
  fillClusters(find('clusters'), json, edited);
};

const edited = (isNewForm: boolean): void => {
  if (isNewForm) showForm();
  find<HTMLTextAreaElement>('json').value = JSON.stringify(json, null, 2);
  history.replaceState(null, '', `#${toFragment(json)}`);
  showResult();
};

const take = (other: CaseJson): void => {
  json = other;
  edited(true);
};

const moveTo = (elapsedMs: number): void => {
  json.elapsed_ms = elapsedMs;
  edited(false);
};

const listen = (): void => {
  const preset = find<HTMLSelectElement>('preset');
  preset.append(...Object.keys(PRESETS).map((words) => new Option(words)));
  preset.addEventListener('change', () => {
    take(copyOf(PRESETS[preset.value]!));
  });
  const slider = find<HTMLInputElement>('elapsed');
  slider.addEventListener('input', () => {
    moveTo(Number(slider.value));
  });
  const exact = find<HTMLInputElement>('elapsed-exact');
  exact.addEventListener('input', () => {
    if (exact.value !== '') moveTo(Number(exact.value));
  });
  find('add').addEventListener('click', () => {
    const clusters = json.snapshot!.clusters;
    const taken = clusters.map(({ cluster_id: id }) => id);
    const id = Array.from({ length: 1000 }, (_, at) => `cluster-${String(at + 1)}`).find(
      (name) => !taken.includes(name),
    );
    const stats = {
      num_running_queries: 0,
      max_engine_concurrency: 8,
      last_mean_input_tps: 8000,
      max_input_tps: 9000,
    };
    clusters.push({ cluster_id: id, rtt_ms: 5, stats });
    edited(true);
  });
  find<HTMLTextAreaElement>('json').addEventListener('input', ({ target }) => {
    try {
      const parsed = JSON.parse((target as HTMLTextAreaElement).value) as CaseJson;
      if (!Array.isArray(parsed.snapshot?.clusters))
        throw new Error('snapshot.clusters: expected an array');
      json = parsed;
    } catch (error) {
      showFaults([(error as Error).message]);
      return;
    }
    showForm();
    history.replaceState(null, '', `#${toFragment(json)}`);
    showResult();
  });
  find('share').addEventListener('click', () => {
    void navigator.clipboard.writeText(location.href).then(
      () => (find('shared').textContent = 'The link is on the clipboard.'),
      () => (find('shared').textContent = 'The address of this page is the link.'),
    );
  });
  addEventListener('hashchange', () => {
    const other = fromFragment(location.hash);
    if (other !== undefined) take(other);
  });
};

await ready;
listen();
take(fromFragment(location.hash) ?? json);
Object.assign(globalThis, { homewardPlayground: { decide: decideJson } });
document.body.dataset['ready'] = 'true';
