import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import type { ListedModel, ModelDirectory, ResolvedModel } from '../../gateway/directory/port.js';
import type { RoutingRuntime } from '../../runtime/index.js';

/** What is served, and a look at one of it. */
type Served = Pick<RoutingRuntime, 'targets' | 'view'>;

/**
 * A directory for fleets that need no list of models: every target may be used by everybody, by
 * its model id or as `<routing key>/<model>`, and is routed as it is configured. Of several targets
 * with one such name the unscoped one is meant, then the one with the shortest routing key.
 */
export const createFleetDirectory = (served: Served): ModelDirectory => ({
  resolve: ({ model }) => {
    const target = findTarget(served, model);
    return target === undefined ? UNKNOWN : TE.right(resolvedOf(target));
  },
  list: () => {
    const models = served.targets().map((target) => ({ id: idOf(target), entry: entryOf(target) }));
    return TE.right({ models, isAuthenticated: false });
  },
});

const UNKNOWN = TE.left({ code: 'unknown_model' as const });

const findTarget = (served: Served, id: string): Target | undefined => {
  const unscoped = served.view({ modelId: id });
  if (unscoped !== undefined) return unscoped.target;
  for (let at = id.indexOf('/', 1); at !== -1; at = id.indexOf('/', at + 1)) {
    const view = served.view({ routingKey: id.slice(0, at), modelId: id.slice(at + 1) });
    if (view !== undefined) return view.target;
  }
  return undefined;
};

const idOf = ({ routingKey, modelId }: Target): string =>
  routingKey === undefined ? modelId : `${routingKey}/${modelId}`;

const entryOf = ({ routingKey, modelId }: Target): ListedModel['entry'] => ({
  routingKey,
  model: modelId,
  routingMethod: undefined,
  priority: undefined,
  forwardAuthorization: true,
});

const resolvedOf = (target: Target): ResolvedModel => ({
  entry: entryOf(target),
  isAuthenticated: false,
});
