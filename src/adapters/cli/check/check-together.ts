/** What only shows when the files of one installation are looked at together. */
import * as E from 'fp-ts/lib/Either.js';
import { memberPath } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import { resolveAlgorithm, type LbConfig } from '../../../core/config/config.js';
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import { waitWarnings } from '../../../core/config/config-warning.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import { resolveExpression } from '../../../expression/index.js';
import type { ListEntry } from '../../gateway/directory/list-directory.js';
import type { FileContent } from './file-kinds.js';
import { fleetFindings } from './fleet-findings.js';

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
        return fleetFindings(content.fleet, routings).map(({ path, text }) =>
          found('warning', path, text),
        );
      case 'models':
        return content.models.flatMap((entry, index) => {
          const path = `models[${String(index)}]`;
          const isServed = fleets.length === 0 || served.has(keyOf(entry));
          return [
            ...(isServed ? [] : [found('warning', path, `no target serves ${nameOf(entry)}`)]),
            ...routings.flatMap((routing) =>
              entryFindings(routing, entry).map(({ severity, member, text }) =>
                found(severity, path + member, text),
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

/** Something about an entry; `member` is what stands behind its path. */
type EntryFinding = Readonly<{ severity: CrossFinding['severity']; member: string; text: string }>;

/** What a router with that configuration makes of an entry. */
const entryFindings = (routing: LbConfig, entry: ListEntry): readonly EntryFinding[] => {
  const { model, routingMethod } = entry;
  if (routingMethod === undefined) return sloFindings(resolveAlgorithm(routing, model)!, entry);
  const resolved = resolveExpression(routing, model, routingMethod);
  const member = '.routingMethod';
  if (E.isLeft(resolved)) {
    const text = `every request is refused: ${resolved.left.message}`;
    return [{ severity: 'error', member, text }];
  }
  const { config, warnings } = resolved.right;
  return [
    ...[...warnings, ...waitWarnings(config)].map(({ message: text }): EntryFinding => ({
      severity: 'warning',
      member,
      text,
    })),
    ...sloFindings(config, entry),
  ];
};

/** A queue limit that is to slide from one bound to the other slides by the SLO of the request. */
const sloFindings = (
  { maxQueueTimeFloorMs: floorMs, maxQueueTimeCeilMs: ceilMs }: AlgorithmConfig,
  { requestSloMs }: ListEntry,
): readonly EntryFinding[] => {
  const slides = floorMs !== undefined && ceilMs !== undefined && floorMs < ceilMs;
  if (!slides || requestSloMs !== undefined) return [];
  const text = `without request_slo_ms the queue limit stays at max_queue_time_floor_ms (${String(floorMs)})`;
  return [{ severity: 'warning', member: '', text }];
};
