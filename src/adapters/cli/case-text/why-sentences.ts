import { counted } from '../../../core/codec/counted.js';
import { hasAffinityGroup } from '../../../core/algorithms/table.js';
import type { Decision, Selected, Wait } from '../../../core/decision.js';
import type { Explanation } from '../../../core/explain.js';
import type { Case } from '../../cases/index.js';
import { inWords, quoted, REASONS, REJECTIONS, VERDICTS } from '../../terminal/words.js';

/** Sentences that say what was decided and why. */
export const whySentences = (given: Case, explanation: Explanation): readonly string[] => {
  const { decision } = explanation;
  return [
    ...mainSentences(given, explanation),
    ...(decision.kind === 'selected' ? passedOver(decision, explanation) : []),
    ...sessionSentences(given, decision),
    ...loweredNodes(explanation),
  ];
};

const mainSentences = (given: Case, explanation: Explanation): readonly string[] => {
  const { decision } = explanation;
  switch (decision.kind) {
    case 'selected':
      return [`Selected ${quoted(decision.clusterId)}: ${selectedBecause(given, decision)}.`];
    case 'wait':
      return [waitSentence(decision, explanation)];
    case 'unavailable':
      return [`Unavailable: ${REASONS[decision.reason]}.`];
    case 'rejected':
      return [`Rejected before any cluster was looked at: ${REJECTIONS[decision.code]}.`];
  }
};

const selectedBecause = ({ policy, request }: Case, decision: Selected): string => {
  const hasGroup = hasAffinityGroup(policy, request);
  switch (decision.phase) {
    case 'affinity':
      return 'it is in the affinity group, its bucket is open and it has capacity';
    case 'open':
      return `the affinity wait is over, and the search has widened to rank ${String(decision.rankDepth)}`;
    case 'global':
      return hasGroup
        ? 'no cluster of the affinity group could take the request, and the affinity wait is over'
        : 'the request has no affinity group, so every cluster is in reach';
    case 'direct':
      return DIRECT[policy.algorithm] ?? 'it comes first';
  }
};

const DIRECT: Readonly<Record<string, string>> = {
  pulsar: 'it is the first cluster of the ranking that may serve the request',
  'power-of-n': 'it has the best score of the clusters sampled',
  random: 'it was drawn from the clusters that are not excluded',
  'round-robin': 'it is its turn',
};

const waitSentence = ({ untilMs, delayMs }: Wait, { waitMs }: Explanation): string => {
  const opens =
    untilMs === waitMs
      ? 'then the affinity wait is over and the search widens'
      : 'then the next bucket or band opens';
  return `Wait ${inWords(delayMs)}, until ${inWords(untilMs)} after arrival: ${opens}.`;
};

/** Clusters ahead of the chosen one in the order; the first three are enough to see why. */
const passedOver = (decision: Selected, { rows }: Explanation): readonly string[] => {
  const chosen = rows.find(({ clusterId }) => clusterId === decision.clusterId);
  const place = chosen?.plannedPosition ?? Infinity;
  const ahead = rows
    .filter(({ plannedPosition }) => plannedPosition !== null && plannedPosition < place)
    .sort((a, b) => a.plannedPosition! - b.plannedPosition!);
  if (ahead.length === 0) return [];
  const named = ahead
    .slice(0, 3)
    .map(({ clusterId, verdict }) => `${quoted(clusterId)} (${VERDICTS[verdict]})`);
  const more = ahead.length > 3 ? ` and ${String(ahead.length - 3)} more` : '';
  return [`Ahead of it in the order: ${named.join(', ')}${more}.`];
};

const sessionSentences = ({ request }: Case, decision: Decision): readonly string[] => {
  if (decision.kind === 'rejected' || decision.sessionState === null) return [];
  if (decision.sessionState !== 'returning') {
    return [`The session is ${decision.sessionState}: no affinity wait and no prefill discount.`];
  }
  const hint = quoted(request.lastClusterId ?? '');
  return [
    decision.promoted
      ? `The session is returning: its last cluster ${hint} was moved to the front of the order.`
      : `The session is returning: its last cluster ${hint} needed no promotion.`,
  ];
};

const loweredNodes = ({ loweredVirtualNodes }: Explanation): readonly string[] =>
  loweredVirtualNodes === undefined
    ? []
    : [`The ring was built with ${counted(loweredVirtualNodes, 'virtual node')} per cluster only.`];
