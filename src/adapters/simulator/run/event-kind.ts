/**
 * Kinds of events, in the order in which they happen at one and the same moment.
 *
 * Among equals of time and kind, the one that was put on the calendar first comes first.
 */
export const EVENT_KINDS = [
  'incident',
  'engine',
  'reach_engine',
  'answer',
  'end',
  'reports_asked',
  'reports_there',
  'wake',
  'pass',
  'arrival',
] as const;

/** What can happen in a run, in the order of events of one moment. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Rank of every kind. */
export const RANK = Object.fromEntries(EVENT_KINDS.map((kind, at) => [kind, at])) as Readonly<
  Record<EventKind, number>
>;
