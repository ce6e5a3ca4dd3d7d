import type { Target } from '../../../core/snapshot/snapshot.js';

/** The models of a router, as the OpenAI API lists them. */
export type ModelList = Readonly<{
  object: 'list';
  data: readonly Readonly<{ id: string; object: 'model'; created: 0; owned_by: 'homeward' }>[];
}>;

/** Lists the models of one routing key, or of all of them when none is given. */
export const listModels = (
  targets: readonly Target[],
  routingKey: string | undefined,
): ModelList => {
  const listed = targets.filter(
    (target) => routingKey === undefined || target.routingKey === routingKey,
  );
  const ids = [...new Set(listed.map(({ modelId }) => modelId))].sort();
  return {
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', created: 0, owned_by: 'homeward' })),
  };
};
