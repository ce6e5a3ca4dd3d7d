import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import type { ListedModel, ModelDirectory } from '../../gateway/directory/port.js';

/**
 * A directory for fleets that need no list of models: every target may be used by everybody, by
 * its model id or as `<routing key>/<model>`, and is routed as it is configured.
 */
export const createFleetDirectory = (targets: () => readonly Target[]): ModelDirectory => {
  const list = (): readonly ListedModel[] => targets().map(listed);
  return {
    resolve: ({ model }) => {
      const found = targets().find((target) => idOf(target) === model);
      return found === undefined
        ? TE.left({ code: 'unknown_model' })
        : TE.right({ entry: entryOf(found), isAuthenticated: false });
    },
    list: () => TE.right({ models: list(), isAuthenticated: false }),
  };
};

const listed = (target: Target): ListedModel => ({ id: idOf(target), entry: entryOf(target) });

const idOf = ({ routingKey, modelId }: Target): string =>
  routingKey === undefined ? modelId : `${routingKey}/${modelId}`;

const entryOf = ({ routingKey, modelId }: Target): ListedModel['entry'] => ({
  routingKey,
  model: modelId,
  routingMethod: undefined,
  priority: undefined,
  forwardAuthorization: true,
});
