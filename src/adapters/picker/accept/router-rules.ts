/** The rules of a picker behind a gateway: the trusted headers are there, and they are believed. */
import * as E from 'fp-ts/lib/Either.js';
import { checkFormat } from '../../../expression/index.js';
import {
  errorAnswer,
  headersForClient,
  parseRoutingHeaders,
  type CheckMethod,
  type ErrorAnswer,
  type RouterErrorCode,
} from '../../http/index.js';
import { firstValues } from '../../http/header-source.js';
import { auditMalformed } from '../../router/routing/audit-malformed.js';
import type { Router } from '../../router/routing/create-router.js';
import type { AcceptResult, AcceptRules, OwnAnswer } from './port.js';
import { shedStatus } from './shed-status.js';

/** Routes as the router does; answers have the router's shape. No request needs its body. */
export const createRouterRules = ({ runtime }: Pick<Router, 'runtime'>): AcceptRules => ({
  needsBody: () => false,
  accept: (request): Promise<AcceptResult> => {
    const { headers, target } = request;
    const parsed = parseRoutingHeaders(headers, checkMethod);
    if (E.isLeft(parsed)) {
      const { status, code, message } = parsed.left;
      if (code === 'malformed_expression') auditMalformed(runtime, headers);
      const answer = ownAnswer(code, errorAnswer(status, code, message));
      return Promise.resolve({ kind: 'answered', answer });
    }
    const { values } = firstValues(headers);
    return Promise.resolve({
      kind: 'accepted',
      request: {
        ...{ trusted: parsed.right, headers, target, rewrittenBody: undefined },
        traceHeaders: {
          traceparent: values.get('traceparent'),
          tracestate: values.get('tracestate'),
        },
        renderAnswer: (answer) => {
          const { status, headers: more } = shedStatus(answer);
          const rendered = errorAnswer(status, answer.code, answer.message);
          return ownAnswer(answer.code, { ...rendered, headers: { ...rendered.headers, ...more } });
        },
        responseHeaders: (response, { clusterId, id }) =>
          headersForClient(response.headers, { clusterId, inferenceServerId: id }),
        end: () => undefined,
      },
    });
  },
  refuse: (status, code, message) =>
    ownAnswer(code, errorAnswer(status, code as RouterErrorCode, message)),
});

const checkMethod: CheckMethod = (text) => {
  const checked = checkFormat(text);
  return E.isLeft(checked) ? checked.left.message : undefined;
};

const ownAnswer = (code: string, { status, headers, body }: ErrorAnswer): OwnAnswer => ({
  ...{ code, status, headers, body },
});
