/** What only shows when the files of one installation are looked at together. */
import * as E from 'fp-ts/lib/Either.js';
import { memberPath } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import type { LbConfig } from '../../../core/config/config.js';
import { waitWarnings } from '../../../core/config/config-warning.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import { resolveExpression } from '../../../expression/index.js';
import type { ListEntry } from '../../gateway/directory/list-directory.js';
import type { FileContent } from './file-kinds.js';

/** One of the files, read. */
export type NamedContent = Readonly<{ file: string; content: FileContent }>;

/** Something that one file says and another one contradicts. */
export type CrossFinding = Readonly<{
  file: string;
  severity: 'error' | 'warning';
  path: string;
  message: string;
}>;

/** Looks at files that are all right by themselves. */
export const checkTogether = (files: readonly NamedContent[]): readonly CrossFinding[] => {
  const fleets = files.flatMap(({ content }) => (content.kind === 'fleet' ? [content.fleet] : []));
  const served = new Set(
    fleets.flatMap(({ targets }) => targets.map(({ target }) => targetKey(target))),
  );
  const routings = files.flatMap(({ content }) =>
    content.kind === 'routing' ? [content.routing] : [],
  );
  const ids = new Set(fleets.flatMap(({ targets }) => targets.map(({ target }) => target.modelId)));
  return files.flatMap(({ file, content }) => {
    const found = (severity: CrossFinding['severity'], path: string, text: string) => ({
      file,
      severity,
      path,
      message: `${path}: ${text}`,
    });
    switch (content.kind) {
      case 'fleet':
        return [];
      case 'models':
        return content.models.flatMap((entry, index) => {
          const path = `models[${String(index)}]`;
          const isServed = fleets.length === 0 || served.has(keyOf(entry));
          return [
            ...(isServed ? [] : [found('warning', path, `no target serves ${nameOf(entry)}`)]),
            ...routings.flatMap((routing) =>
              methodFindings(routing, entry).map(({ severity, text }) =>
                found(severity, `${path}.routingMethod`, text),
              ),
            ),
          ];
        });
      case 'routing':
        return [...content.routing.models.keys()]
          .filter((modelId) => fleets.length > 0 && !ids.has(modelId))
          .map((modelId) =>
            found('warning', memberPath('models', modelId), 'no target serves a model of that id'),
          );
    }
  });
};

const keyOf = ({ routingKey, model }: ListEntry): string =>
  targetKey({ ...(routingKey !== undefined && { routingKey }), modelId: model });

const nameOf = ({ routingKey, model }: ListEntry): string =>
  routingKey === undefined
    ? `model ${describeGiven(model)} without a routing key`
    : `model ${describeGiven(model)} with routing key ${describeGiven(routingKey)}`;

/** What a router with that configuration makes of the expression of an entry. */
const methodFindings = (
  routing: LbConfig,
  { model, routingMethod }: ListEntry,
): readonly Readonly<{ severity: 'error' | 'warning'; text: string }>[] => {
  if (routingMethod === undefined) return [];
  const resolved = resolveExpression(routing, model, routingMethod);
  if (E.isLeft(resolved)) {
    return [{ severity: 'error', text: `every request is refused: ${resolved.left.message}` }];
  }
  const { config, warnings } = resolved.right;
  return [...warnings, ...waitWarnings(config)].map(({ message: text }) => ({
    severity: 'warning',
    text,
  }));
};
