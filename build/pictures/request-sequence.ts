/** The way of a request in time: who tells whom what. */
import { path, picture, rect, SOFT, text } from './svg.js';

const WIDTH = 900;
const ACTORS = ['client', 'gateway', 'memory', 'router', 'engine'] as const;
type Actor = (typeof ACTORS)[number];

/** A message between two, or what one does by itself. */
type Step =
  | Readonly<{ from: Actor; to: Actor; words: string; isAnswer?: true }>
  | Readonly<{ at: Actor; words: string }>;

const STEPS: readonly Step[] = [
  { from: 'client', to: 'gateway', words: 'POST /v1/chat/completions' },
  { at: 'gateway', words: 'key, model, session' },
  { from: 'gateway', to: 'memory', words: 'where was it served last?' },
  { from: 'memory', to: 'gateway', words: 'cluster B (or nothing in 20 ms)', isAnswer: true },
  { from: 'gateway', to: 'router', words: 'x-stargate-last-cluster-id: B' },
  { at: 'router', words: 'decide; wait for B up to X; reserve' },
  { from: 'router', to: 'engine', words: 'the request, to a backend of B' },
  { from: 'engine', to: 'router', words: '200, headers', isAnswer: true },
  { from: 'router', to: 'gateway', words: 'x-stargate-cluster-id: B', isAnswer: true },
  { from: 'gateway', to: 'memory', words: 'served by B, for 10 minutes' },
  { from: 'gateway', to: 'client', words: '200, without x-stargate-*', isAnswer: true },
  { from: 'engine', to: 'client', words: 'tokens, streamed through as they come', isAnswer: true },
];

const TOP = 96;
const STEP = 38;

const xOf = (actor: Actor): number => 80 + ACTORS.indexOf(actor) * 185;

/** Draws `docs/pictures/request-sequence.svg`. */
export const drawRequestSequence = (): string => {
  const bottom = TOP + STEPS.length * STEP;
  return picture(WIDTH, bottom + 20, 'A request of a session that was here before', [
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#1f4d78"/></marker></defs>',
    ...ACTORS.flatMap((actor) => [
      path(`M${String(xOf(actor))} 76V${String(bottom)}`, '#c4ccd5', 'stroke-dasharray="3 3"'),
      rect(xOf(actor) - 52, 48, 104, 28, '#e4edf6', 6),
      text(xOf(actor), 67, actor, { anchor: 'middle', weight: 600 }),
    ]),
    ...STEPS.flatMap((step, at) => drawStep(step, TOP + at * STEP)),
  ]);
};

const drawStep = (step: Step, y: number): readonly string[] => {
  if ('at' in step) {
    const width = step.words.length * 6.4 + 24;
    return [
      rect(xOf(step.at) - width / 2, y - 2, width, 24, '#fdf1d8', 5),
      text(xOf(step.at), y + 14, step.words, { size: 12, anchor: 'middle' }),
    ];
  }
  const [from, to] = [xOf(step.from), xOf(step.to)];
  const inward = from < to ? -4 : 4;
  const dash = step.isAnswer ? 'stroke-dasharray="6 4"' : '';
  return [
    path(
      `M${String(from)} ${String(y + 18)}H${String(to + inward)}`,
      '#1f4d78',
      `stroke-width="1.5" marker-end="url(#tip)" ${dash}`,
    ),
    text(Math.min(from, to) + 8, y + 12, step.words, { size: 11.5, fill: SOFT }),
  ];
};
