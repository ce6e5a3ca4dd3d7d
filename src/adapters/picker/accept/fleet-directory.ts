import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Target } from '../../../core/snapshot.js';
import type { ListedModel, ModelDirectory } from '../../gateway/directory/port.js';

/**
 * A directory for fleets that need no list of models: every target may be used by everybody, by
 * its model id or as `<routing key>/<model>`, and is routed as it is configured.
 */
export const createFleetDirectory = (targets: () => readonly Target[]): ModelDirectory => {
  const list = (): readonly ListedModel[] => targets().map(listed);
  return {
    resolve: ({ model }) => {
      const found = list().find(({ id }) => id === model);
      return found === undefined
        ? TE.left({ code: 'unknown_model' })
        : TE.right({ entry: found.entry, isAuthenticated: false });
    },
    list: () => TE.right({ models: list(), isAuthenticated: false }),
  };
};

const listed = ({ routingKey, modelId }: Target): ListedModel => ({
  id: routingKey === undefined ? modelId : `${routingKey}/${modelId}`,
  entry: {
    ...{ routingKey, model: modelId, routingMethod: undefined, priority: undefined },
    forwardAuthorization: true,
  },
});
