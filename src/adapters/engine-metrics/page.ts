/**
 * A reader of Prometheus pages that keeps only what it is asked for.
 *
 * The npm package `parse-prometheus-text-format` reads every recorded page too (a test compares
 * the two), but one malformed line makes it throw the whole page away, it takes an HTML answer for
 * metrics, it reads a line cut in the middle as a sample without a value, and label names such as
 * `__proto__` get lost in it. Hence these few lines.
 *
 * Formats: https://prometheus.io/docs/instrumenting/exposition_formats/, and of OpenMetrics what
 * differs on a line: timestamps in seconds with a fraction, and exemplars.
 */

/** One line of a page. */
export type Sample = Readonly<{ labels: ReadonlyMap<string, string>; value: number }>;

/** The samples of every wanted name that has any, in page order. */
export type MetricsPage = ReadonlyMap<string, readonly Sample[]>;

/**
 * Reads the wanted names of a page; lines that are not samples, and samples that are not finite
 * numbers of at least 0, are left out.
 *
 * Cost: one pass; only lines of wanted names are looked at closely.
 */
export const parseMetricsPage = (text: string, wanted: ReadonlySet<string>): MetricsPage => {
  const page = new Map<string, Sample[]>();
  for (const line of withoutByteOrderMark(text).split('\n')) {
    const name = SAMPLE_NAME.exec(line)?.[0];
    if (name === undefined || !wanted.has(name) || line.length > MAX_LINE_LENGTH) continue;
    const sample = parseSample(line, name.length);
    if (sample === undefined) continue;
    const samples = page.get(name);
    if (samples === undefined) page.set(name, [sample]);
    else samples.push(sample);
  }
  return page;
};

/** Whether the page stops in the middle of a line: no line feed at the end, and no whole sample. */
export const isCutOff = (text: string): boolean => {
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  if (last === '' || last.startsWith('#')) return false;
  const name = SAMPLE_NAME.exec(last)?.[0] ?? '';
  return splitSample(last, name.length) === undefined;
};

/** A page as it stands behind a byte order mark, which proxies on Windows put in front of texts. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;

const MAX_LINE_LENGTH = 65_536;

// Every pattern below is anchored where the one before ended, so that no line is slow to read.
const SAMPLE_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const NAME_END = /\s*[{\s]/y;
const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/y;
const LABELS_END = /\s*\}/y;
/** A value, and behind it a timestamp (milliseconds, or seconds in OpenMetrics) and an exemplar. */
const VALUE =
  /\s*(\S+)(?:\s+-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)?(?:\s+#\s*\{.*\}\s+\S+(?:\s+\S+)?)?\s*$/y;

type Labels = ReadonlyMap<string, string>;

const parseSample = (line: string, nameLength: number): Sample | undefined => {
  const split = splitSample(line, nameLength);
  if (split === undefined) return undefined;
  const value = Number(split.value);
  return Number.isFinite(value) && value >= 0 ? { labels: split.labels, value } : undefined;
};

const splitSample = (
  line: string,
  nameLength: number,
): Readonly<{ labels: Labels; value: string }> | undefined => {
  const labels = new Map<string, string>();
  NAME_END.lastIndex = nameLength;
  const opened = NAME_END.exec(line)?.[0];
  if (opened === undefined) return undefined;
  const at = nameLength + opened.length;
  const valueAt = opened.endsWith('{') ? readLabels(line, at, labels) : at;
  if (valueAt === undefined) return undefined;
  VALUE.lastIndex = valueAt;
  const value = VALUE.exec(line)?.[1];
  return value === undefined ? undefined : { labels, value };
};

/** Fills `labels`; the index behind the closing brace, or undefined where there is none. */
const readLabels = (line: string, start: number, labels: Map<string, string>) => {
  let at = start;
  for (;;) {
    LABEL.lastIndex = at;
    const label = LABEL.exec(line);
    if (label === null) break;
    labels.set(label[1]!, unescapeLabel(label[2]!));
    at = LABEL.lastIndex;
  }
  LABELS_END.lastIndex = at;
  return LABELS_END.test(line) ? LABELS_END.lastIndex : undefined;
};

const unescapeLabel = (text: string): string =>
  text.replace(/\\(.)/g, (escape, character: string) =>
    character === 'n' ? '\n' : character === '"' || character === '\\' ? character : escape,
  );
