/** What decides, from settings: configuration, fleet, router and records; router and picker share it. */
import { createFleet } from '../../fleet/fleet.js';
import { createFileSource } from '../../fleet/sources/file-source.js';
import { createHttpSource } from '../../fleet/sources/http-source.js';
import { createPushSource, type PushSource } from '../../fleet/sources/push-source.js';
import type { DocumentSource } from '../../fleet/sources/document-source.js';
import { createFileRecorder } from '../../records/index.js';
import { createEngine } from '../../runtime/index.js';
import type { Telemetry } from '../../telemetry/port.js';
import { createOneAtATime } from '../../time/turns.js';
import { createRouter, type Router } from '../routing/create-router.js';
import type { AcceptDocument } from './admin-listener.js';
import {
  noteConfig,
  reloadFiles,
  type HeldRouting,
  type RoutingConfig,
  type RoutingSettings,
} from './routing-files.js';

/** A router that is not started yet, and what goes with it. */
export type OpenedRouting = Readonly<{
  router: Router;
  /** Takes in documents that are pushed. */
  accept: AcceptDocument;
  /**
   * Reads every file again, once reads begun before are over; what is bad is told, and what was
   * there before stays.
   */
  reload: () => Promise<void>;
  /** The routing configuration was refused when it was read last. */
  isConfigRefused: () => boolean;
  /** Writes down what is still to be recorded; to be called when the router is closed. */
  closeRecords: () => Promise<void>;
}>;

/** Makes the router of the settings. */
export const openRouting = (
  settings: RoutingSettings,
  config: RoutingConfig,
  telemetry: Telemetry,
  held?: HeldRouting,
): OpenedRouting => {
  noteConfig(telemetry.log, settings, config);
  const push = createPushSource();
  const sources = [...(held?.sources ?? []), ...sourcesOf(settings, push)];
  const fleet = createFleet({
    sources,
    telemetry,
    settings: {
      staleAfterMs: settings.staleAfter,
      dropAfterMs: settings.dropAfter,
      assumedInputTps: settings.assumedInputTps,
    },
  });
  const recorder =
    settings.record === undefined
      ? undefined
      : createFileRecorder({
          path: settings.record,
          rate: settings.recordRate,
          log: telemetry.log,
        });
  let isConfigRefused = false;
  const oneAtATime = createOneAtATime();
  telemetry.metrics.gauge('documentRefused', { source: 'config' }, 0);
  const runtime = createEngine({ config: config.config, telemetry, record: recorder?.record });
  return {
    router: createRouter({ runtime, fleet, telemetry, retryLimits: retryLimitsOf(settings) }),
    accept: push.acceptBytes,
    reload: () =>
      oneAtATime(async () => {
        isConfigRefused = !(await reloadFiles({ settings, held, runtime, sources, telemetry }));
      }),
    isConfigRefused: () => isConfigRefused,
    closeRecords: async () => {
      await recorder?.close();
    },
  };
};

const retryLimitsOf = ({ connectRetries: connect, requestRetries: request }: RoutingSettings) => ({
  ...(connect !== undefined && { connect }),
  ...(request !== undefined && { request }),
});

/** Of two that list one target, the later has it: what is pushed wins over what is read. */
const sourcesOf = (settings: RoutingSettings, push: PushSource): readonly DocumentSource[] => {
  const { clusters, clustersUrl, clustersInterval } = settings;
  return [
    ...(clusters === undefined ? [] : [createFileSource({ path: clusters })]),
    ...(clustersUrl === undefined
      ? []
      : [createHttpSource({ url: clustersUrl, intervalMs: clustersInterval })]),
    push,
  ];
};
