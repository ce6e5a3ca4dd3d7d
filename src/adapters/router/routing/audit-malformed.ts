import { HEADERS, type RawHeaders } from '../../http/index.js';
import { firstValues } from '../../http/header-source.js';
import { readAsciiText } from '../../http/header-text.js';
import type { RoutingRuntime } from '../../runtime/index.js';

/**
 * Has a routing method that is malformed counted and logged like every other refused one: it is
 * found before the engine sees the request.
 */
export const auditMalformed = (runtime: RoutingRuntime, rawHeaders: RawHeaders): void => {
  const { values } = firstValues(rawHeaders);
  const text = (name: string): string | undefined => readAsciiText(values.get(name) ?? '');
  const routingKey = text(HEADERS.routingKey.name);
  runtime.open({
    target: { modelId: text(HEADERS.model.name) ?? '', ...(routingKey && { routingKey }) },
    requestId: text(HEADERS.requestId.name) ?? '',
    routingMethod: values.get(HEADERS.routingMethod.name) ?? '',
  });
};
