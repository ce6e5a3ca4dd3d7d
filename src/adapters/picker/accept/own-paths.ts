/** The paths that the gateway answers by itself, and so does a picker in its place. */
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { UNKNOWN_PATH, wrongMethod, type GatewayError } from '../../gateway/gateway-error.js';
import { requestIdOf } from '../../gateway/request/caller.js';
import type { GatewayRoute } from '../../gateway/request/gateway-route.js';
import { showModel, showModels, type ShownJson } from '../../gateway/request/shown-models.js';
import { markHeaders } from '../../gateway/serve/client-headers.js';
import type { InboundRequest } from '../stream/inbound.js';
import { errorAnswer, type GatewayRulesParts } from './gateway-parts.js';
import type { OwnAnswer } from './port.js';

/** Answers a request that goes to no engine. */
export const answerOwnPath = async (
  parts: GatewayRulesParts,
  route: GatewayRoute,
  { headers }: InboundRequest,
  requestId: string,
): Promise<OwnAnswer> => {
  const marks = { requestId, sessionId: undefined };
  const show = async (find: TaskEither<GatewayError, ShownJson>): Promise<OwnAnswer> => {
    const found = await find();
    if (E.isLeft(found)) return errorAnswer(found.left, marks);
    const { json, isAuthenticated } = found.right;
    const kept = isAuthenticated ? requestIdOf(headers) : undefined;
    return {
      ...{ status: 200, code: 'models', body: JSON.stringify(json) },
      headers: {
        'content-type': 'application/json',
        ...markHeaders({ requestId: kept ?? requestId, sessionId: undefined }),
      },
    };
  };
  switch (route.kind) {
    case 'health':
      return probeAnswer(true);
    case 'readiness':
      return probeAnswer(parts.isReady());
    case 'list_models':
      return show(showModels(parts, headers));
    case 'show_model':
      return show(showModel(parts, headers, route.model));
    case 'wrong_method':
      return errorAnswer(wrongMethod(route.allowed), marks);
    default:
      return errorAnswer(UNKNOWN_PATH, marks);
  }
};

const probeAnswer = (isWell: boolean): OwnAnswer => ({
  ...{ status: isWell ? 200 : 503, code: 'probe', body: isWell ? 'ok\n' : 'not ready\n' },
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});
