import { counted } from '../../../core/codec/counted.js';
import { canonicalExpression } from '../../../expression/index.js';
import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
import { quoted } from '../../terminal/words.js';
import { wrapParts } from '../../terminal/wrap.js';

/** What is asked, in a few lines: the policy, the target and the request. */
export const caseHeader = ({ policy, view, request }: Case, colors: Colors): string => {
  const { routingKey, modelId } = view.target;
  const target = [
    `model ${quoted(modelId)}`,
    ...(routingKey === undefined ? [] : [`routing key ${quoted(routingKey)}`]),
    counted(view.clusterIds.length, 'cluster'),
  ];
  const {
    cacheAffinityKey,
    inputTokens,
    lastClusterId,
    excludedClusterIds: excludedIds = [],
  } = request;
  const asked = [
    quoted(request.requestId),
    cacheAffinityKey === undefined ? 'no affinity key' : `affinity key ${quoted(cacheAffinityKey)}`,
    ...(inputTokens === undefined ? [] : [counted(inputTokens, 'input token')]),
    ...(lastClusterId === undefined ? [] : [`last cluster ${quoted(lastClusterId)}`]),
    ...excludedIds.map((id, at) => (at === 0 ? `excluded ${quoted(id)}` : quoted(id))),
  ];
  const lines: [string, readonly string[], string][] = [
    ['policy', canonicalExpression(policy).split(';'), ';'],
    ['target', target, ', '],
    ['request', asked, ', '],
  ];
  return lines
    .map(
      ([title, parts, separator]) =>
        `${colors.bold(title.padEnd(LABEL))}${wrapParts(parts, separator, LABEL)}`,
    )
    .join('\n');
};

const LABEL = 9;
